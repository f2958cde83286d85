import { stockMoved } from '../../contract/audit-kinds.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { onHandChangeOf } from '../../ledger/on-hand-change.ts'
import { partsOf } from './kinds.ts'
import { rangeOf } from './trail-order.ts'

/** The units that a posting's movements `m` added to what is on hand, negative if they removed some. */
export const unitsMoved = sql`sum(${onHandChangeOf('m')})`

/** The summary of a posting, as stock-entry.ts writes it. */
export const summaryOfUnits = (units: Statement<unknown>) =>
  sql`case when ${units} = 0 then ${stockMoved} else 'Stock ' || case when ${units} > 0 then '+' else '' end ||
    rtrim(to_char(${units}, 'FM999,999,999,999,999,990.9999'), '.') end`

/**
 * The postings whose summary contains every word of a text: all, none, or those that pass a test of their movements.
 * No index leads to the number of units, so only the newest postings are tested: those from `since` on.
 */
export type StockWords = Readonly<{ match: 'all' | 'none' } | { match: 'some'; parts: string[]; since: Since | null }>

type Since = { at: string; id: string }
type Filters = Readonly<{ after: string | null; until: string | null; user_id: string | null; withStock: boolean }>

/** A number as a summary may contain it, or the start or end of one: "-3", "+50", "2.5", "5". */
const number = /^[+-]?[\d,]*\.?\d*$/

export async function readStockWords(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  patterns: readonly string[],
): Promise<StockWords> {
  const parts = partsOf(patterns)
  const areIn = (text: string) => parts.every((part) => text.includes(part))
  if (areIn('stock')) return { match: 'all' }
  const mayMatch = areIn('stock moved') || parts.every((part) => 'stock'.includes(part) || number.test(part))
  if (!filters.withStock || !mayMatch) return { match: 'none' }
  const { within, order } = rangeOf('s', filters, null, 1)
  const since = await tx.maybe(sql<Since>`
    select s.recorded_at::text as at, s.id from stock_postings s
    where s.org_id = ${actor.org_id} and ${within} and ${filters.user_id ? sql`s.user_id = ${filters.user_id}` : sql`true`}
    ${order} limit 1 offset ${sql.lit(limits.auditStockSummariesTested - 1)}`)
  return { match: 'some', parts, since: since ?? null }
}

/** Whether the summary of the posting with this time and id contains every word. */
export function summaryHas(
  { org_id }: Actor,
  words: StockWords,
  at: Statement<unknown>,
  id: Statement<unknown>,
): Statement<boolean> {
  if (words.match !== 'some') return words.match === 'all' ? sql<boolean>`true` : sql<boolean>`false`
  const { parts, since } = words
  const isReached = since ? sql`(${at}, ${id}) >= (${since.at}::timestamptz, ${since.id}::uuid)` : sql`true`
  const tests = parts.map((part) => sql`strpos(e.summary, ${part}) > 0`)
  return sql<boolean>`(${isReached} and (
    select ${sql.join(tests, sql` and `)} from (
      -- Without its separators, too: numbers are typed either way.
      select lower(concat_ws(' ', ${summaryOfUnits(unitsMoved)}, replace(${summaryOfUnits(unitsMoved)}, ',', ''))) as summary from stock_movements m
      where m.org_id = ${org_id} and m.posting_id = ${id}) e))`
}
