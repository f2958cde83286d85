/**
 * Why a trip to a provider failed: `unreachable` (no response in time), `misconfigured` (the operator's settings don't
 * match what the provider publishes), `refused` (its response lacks required values), or `declined` (the provider
 * itself refuses, in the words of `answer`).
 */
export type ProviderProblem = 'unreachable' | 'misconfigured' | 'refused' | 'declined'

/** The message is for the log. It never contains a token or a code. */
export class ProviderError extends Error {
  readonly problem: ProviderProblem
  readonly answer: { error: string; description: string } | null

  constructor(problem: ProviderProblem, message: string, answer: { error: string; description: string } | null = null) {
    super(message)
    this.problem = problem
    this.answer = answer
  }
}
