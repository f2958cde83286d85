import type { Database } from './db.ts'
import { sql } from './sql.ts'

/** Rows of each kind that one transaction deletes. */
const rowsAtOnce = 500

/** What expires: each function deletes a limited number of rows and returns how many. */
const kinds = {
  'stored data': (atOnce: number) => sql<Gone>`select app.forget_expired(${atOnce}::integer) as gone`,
  'identity data': (atOnce: number) => sql<Gone>`select app.forget_expired_identity(${atOnce}::integer) as gone`,
  'events of the feed': (atOnce: number) => sql<Gone>`select app.forget_events(${atOnce}::integer) as gone`,
  'webhook deliveries': (atOnce: number) => sql<Gone>`select app.forget_webhooks(${atOnce}::integer) as gone`,
}

type Gone = { gone: number }

/**
 * Deletes stored responses of repeated requests after seven days, uploaded files that were never imported
 * (app.forget_expired), expired identity data (app.forget_expired_identity), events of the feed after 90 days
 * (app.forget_events) and webhook deliveries after 30 (app.forget_webhooks), until none is left or the server stops.
 * Returns how many rows it deleted. A kind that fails doesn't stop the others: throws an AggregateError after the last.
 */
export async function forgetExpired(
  db: Database,
  isOver: () => boolean = () => false,
  atOnce = rowsAtOnce,
): Promise<number> {
  let forgotten = 0
  const errors: Error[] = []
  for (const [name, forget] of Object.entries(kinds)) {
    try {
      for (let gone = 1; gone > 0;) {
        ;({ gone } = await db.transaction(null, (tx) => tx.one(forget(atOnce))))
        forgotten += gone
        if (isOver()) return forgotten
      }
    } catch (error) {
      errors.push(new Error(`${name} could not be deleted`, { cause: error }))
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join(', '))
  return forgotten
}
