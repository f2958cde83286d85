import { readLedgerCheck, type LedgerCheck } from '../../contract/ledger-checks.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

const none: Omit<LedgerCheck, 'recent'> = {
  checked_at: null,
  broken: [],
  unfinished: [],
  rules: [],
  posting_count: null,
  movement_count: null,
  units_on_hand: null,
}

export const readLedgerCheckQuery = implement(readLedgerCheck, async (tx, actor) => {
  const [last, recent] = await Promise.all([
    tx.maybe(sql<Omit<LedgerCheck, 'recent'>>`
      select checked_at, broken, unfinished, rules, posting_count, movement_count, units_on_hand
      from ledger_checks where org_id = ${actor.org_id}`),
    tx.all(sql<LedgerCheck['recent'][number]>`
      select checked_at, rule_count, broken_count, unfinished_count
      from ledger_check_results where org_id = ${actor.org_id} order by checked_at desc`),
  ])
  return { ...(last ?? none), recent }
})
