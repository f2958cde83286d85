import { RefusedError } from './app.ts'

/** The results of simultaneous attempts. */
export type Outcomes<T> = { done: T[]; refused: string[] }

/**
 * Starts all at once; returns the results, and the code of every refusal. A fault (an unhandled deadlock, a 500) fails
 * the test.
 */
export async function together<T>(attempts: readonly (() => Promise<T>)[]): Promise<Outcomes<T>> {
  const outcomes = await Promise.allSettled(attempts.map((attempt) => attempt()))
  const done: T[] = []
  const refused: string[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') done.push(outcome.value)
    else if (outcome.reason instanceof RefusedError && outcome.reason.status < 500) refused.push(outcome.reason.code)
    else throw outcome.reason
  }
  return { done, refused }
}

/** `make` for each of 0, 1, 2 … */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Retries while another copy of the same request is still running, as clients do. */
export async function retryWhileInProgress<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== 'in_progress') throw error
    }
  }
}
