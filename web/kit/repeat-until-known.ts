import { ApiError } from './api-error.ts'

/** Long enough for PostgreSQL to come back after a kill on a busy machine, short enough to be waited for. */
const retryDelaysMs = [400, 1_200, 3_000, 4_000]
/** After so long without an outcome people are told, whether the first attempt hangs or several failed. */
const stillTryingAfterMs = 2_000

/**
 * How often a failed call is repeated: a fault of the server is rarely gone when asked again; a server that is gone
 * comes back.
 */
export function retriesMax(error: unknown, otherwise: number): number {
  if (!(error instanceof ApiError) || !error.outcomeUnknown) return 0
  return error.status === 500 ? Math.min(1, otherwise) : otherwise
}

/**
 * Repeats a call whose outcome is unknown (no answer, a fault, "in progress") a few times, a fault once.
 * `onStillTrying` is called once when two seconds have passed. Throws what the last attempt threw.
 */
export async function repeatUntilKnown<T>(attempt: () => Promise<T>, onStillTrying: () => void): Promise<T> {
  const telling = setTimeout(onStillTrying, stillTryingAfterMs)
  try {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt()
      } catch (error) {
        const delayMs = retryDelaysMs[failures]
        if (delayMs === undefined || failures >= retriesMax(error, retryDelaysMs.length)) throw error
        await new Promise((resolve) => setTimeout(resolve, delayMs))
      }
    }
  } finally {
    clearTimeout(telling)
  }
}
