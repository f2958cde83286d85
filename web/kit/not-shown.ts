import { toastFailed } from './toast.tsx'

/**
 * Says that something that is shown once was created but can't be shown: the response with it was lost, and the
 * response to the repeated request leaves it out.
 */
export function toastNotShown(created: string, remedy: string): void {
  toastFailed(null, `${created}, but the connection was lost before you could see it. ${remedy}`)
}
