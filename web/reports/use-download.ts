import { useRef, useState } from 'react'
import type { Endpoint, InputOf } from '../../contract/endpoint.ts'
import { download, messageOf } from '../kit/api.ts'

/** A file being downloaded (`bytes` so far), or the reason why it failed. */
export type DownloadState = Readonly<
  | { status: 'idle' }
  | { status: 'running'; format: string; bytes: number; cancel: () => void }
  | { status: 'failed'; message: string }
>

/** One download at a time, with its progress, a cancel function, and its error. */
export function useDownload() {
  const [state, setState] = useState<DownloadState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)

  async function start<E extends Endpoint>(endpoint: E, input: InputOf<E>, format: string): Promise<void> {
    const control = new AbortController()
    running.current = control
    const cancel = () => control.abort()
    const tell = (bytes: number) => setState({ status: 'running', format, bytes, cancel })
    tell(0)
    try {
      await download(endpoint, input, { signal: control.signal, onProgress: tell })
      setState({ status: 'idle' })
    } catch (error) {
      setState(
        control.signal.aborted
          ? { status: 'idle' }
          : { status: 'failed', message: messageOf(error, 'Failed to download the report. Please try again.') },
      )
    }
  }
  return { state, start, forget: () => setState({ status: 'idle' }) }
}
