/**
 * Called once per request with the HTTP status (200 for a successful statement, 0 for a broken connection) and the text
 * of a refusal.
 */
export type Answered = (status: number, text: string) => void

/** A connection with one request in flight at a time. */
export type Connection<Request> = {
  ask(request: Request, answered: Answered): void
  close(): void
}
