import type { Endpoint, InputOf } from '../../contract/endpoint.ts'
import { download } from './call.ts'
import { sendCommand } from './sending.ts'
import { toastFailed } from './toast.tsx'

/**
 * Downloads a file for the pressed control: the control is busy until it is saved, after two seconds a notice shows
 * that it still runs, and a failure shows a message.
 */
export async function saveFile<E extends Endpoint>(endpoint: E, input: InputOf<E>, fallback: string): Promise<void> {
  try {
    await sendCommand(() => download(endpoint, input))
  } catch (error) {
    toastFailed(error, fallback)
  }
}
