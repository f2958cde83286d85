import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Endpoint } from './endpoint.ts'

/** How often every endpoint is visited: for what was missed, such as when the database was replaced. */
const fullMs = 10 * 60_000

type Look = { snapshot: string; found: Endpoint[] }

/**
 * Returns a function that finds the endpoints with something to send: a call costs as much as there is. What a call
 * found is checked again by the next one, because another process, or none, may have sent it. The first call, one after
 * a failure, and one every ten minutes visit every endpoint.
 */
export function dueFinder(db: Database): () => Promise<Endpoint[]> {
  let last: Look | undefined
  let fullAt = -Infinity

  return async () => {
    const since = performance.now() < fullAt ? last : undefined
    last = undefined
    const look = await (since === undefined ? everywhere(db) : newlyDue(db, since))
    if (since === undefined) fullAt = performance.now() + fullMs
    last = look
    return look.found
  }
}

// The snapshot is that of the statement: what it doesn't see is found by the next look.
function newlyDue(db: Database, { snapshot, found }: Look): Promise<Look> {
  const organizations = found.map(({ org_id }) => org_id)
  const endpoints = found.map(({ endpoint_id }) => endpoint_id)
  return db.transaction(null, (tx) =>
    tx.one(sql<Look>`
      select pg_current_snapshot()::text as snapshot, coalesce((select jsonb_agg(to_jsonb(due)) from
        app.webhooks_newly_due(${snapshot}::pg_snapshot, ${organizations}::uuid[], ${endpoints}::uuid[]) due), '[]') as found`),
  )
}

function everywhere(db: Database): Promise<Look> {
  return db.transaction(
    null,
    (tx) =>
      tx.one(sql<Look>`
        select pg_current_snapshot()::text as snapshot,
          coalesce((select jsonb_agg(to_jsonb(due)) from app.webhooks_to_send() due), '[]') as found`),
    { statementTimeoutMs: limits.importSeconds * 1_000 },
  )
}
