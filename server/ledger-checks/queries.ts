import { readLedgerCheck, type LedgerCheck } from '../../contract/ledger-checks.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

export const readLedgerCheckQuery = implement(readLedgerCheck, async (tx, actor) => {
  const last = await tx.maybe(sql<LedgerCheck>`
    select checked_at, broken, unfinished from ledger_checks where org_id = ${actor.org_id}`)
  return last ?? { checked_at: null, broken: [], unfinished: [] }
})
