import { ApiError } from './api-error.ts'

/** Long enough for PostgreSQL to restart after a kill on a busy machine, short enough to wait for. */
const retryDelaysMs = [400, 1_200, 3_000, 4_000]
/** After this long without an outcome people are told, whether the first attempt hangs or several failed. */
const stillTryingAfterMs = 2_000
/** After this long no attempt begins: people want to know, and can press again. */
const lastAttemptWithinMs = 45_000

/** How often a failed call is repeated: a server error rarely disappears; a server that is down comes back. */
export function retriesMax(error: unknown, otherwise: number): number {
  if (!(error instanceof ApiError) || !error.outcomeUnknown) return 0
  return error.status === 500 ? Math.min(1, otherwise) : otherwise
}

/**
 * Repeats a call with an unknown outcome (no response, a server error, "in progress") a few times, a server error
 * once. `onStillTrying` is called once after two seconds. Attempts that each wait for a dead connection are at most
 * two. Throws the last attempt's error.
 */
export async function repeatUntilKnown<T>(attempt: () => Promise<T>, onStillTrying: () => void): Promise<T> {
  const startedAt = Date.now()
  const telling = setTimeout(onStillTrying, stillTryingAfterMs)
  try {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt()
      } catch (error) {
        const delayMs = retryDelaysMs[failures]
        if (delayMs === undefined || failures >= retriesMax(error, retryDelaysMs.length)) throw error
        if (Date.now() - startedAt > lastAttemptWithinMs) throw error
        await new Promise((resolve) => setTimeout(resolve, delayMs))
      }
    }
  } finally {
    clearTimeout(telling)
  }
}
