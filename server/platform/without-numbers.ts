import { limits } from '../../contract/limits.ts'
import type { Database } from './db.ts'
import { sql } from './sql.ts'

/** How often every organization is visited: for what was missed, such as when the database was replaced. */
const fullMs = 10 * 60_000

type Look = { snapshot: string; found: string[] }

/**
 * Returns a function that finds the organizations that have events without a number and that its last call didn't see:
 * a call costs as much as there are new events. The first call, one after a failure, and one every ten minutes visit
 * every organization.
 */
export function withoutNumbers(db: Database): () => Promise<string[]> {
  let seen: string | undefined
  let fullAt = -Infinity

  return async () => {
    const last = performance.now() < fullAt ? seen : undefined
    seen = undefined
    const { snapshot, found } = await (last === undefined ? everywhere(db) : since(db, last))
    if (last === undefined) fullAt = performance.now() + fullMs
    seen = snapshot
    return found
  }
}

// The snapshot is that of the statement: what it doesn't see is found by the next look.
function since(db: Database, last: string): Promise<Look> {
  return db.transaction(null, (tx) =>
    tx.one(sql<Look>`
      select pg_current_snapshot()::text as snapshot,
        array(select org_id::text from app.organizations_with_new_events(${last}::pg_snapshot)) as found`),
  )
}

function everywhere(db: Database): Promise<Look> {
  return db.transaction(
    null,
    (tx) =>
      tx.one(sql<Look>`
        select pg_current_snapshot()::text as snapshot,
          array(select org_id::text from app.organizations_with_events()) as found`),
    { statementTimeoutMs: limits.importSeconds * 1_000 },
  )
}
