/**
 * Called once per request with the HTTP status (200 for a statement that ran, 0 when the connection broke) and, of a
 * refusal, the text.
 */
export type Answered = (status: number, text: string) => void

/** A connection on which one request at a time is under way. */
export type Connection<Request> = {
  ask(request: Request, answered: Answered): void
  close(): void
}
