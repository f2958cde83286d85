/**
 * Why a trip to a provider came to nothing: `unreachable` (no answer in time), `misconfigured` (what the operator set
 * and what the provider publishes don't fit), `refused` (its answer does not hold what it must), or `declined` (the
 * provider itself says no, in the words of `answer`).
 */
export type ProviderProblem = 'unreachable' | 'misconfigured' | 'refused' | 'declined'

/** The message is for the log. It never holds a token or a code. */
export class ProviderError extends Error {
  readonly problem: ProviderProblem
  readonly answer: { error: string; description: string } | null

  constructor(problem: ProviderProblem, message: string, answer: { error: string; description: string } | null = null) {
    super(message)
    this.problem = problem
    this.answer = answer
  }
}
