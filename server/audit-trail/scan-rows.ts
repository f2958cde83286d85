import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { isNamed, isRowNamed, type Search } from './filters.ts'
import { everyPosting } from './find-stock-rows.ts'
import { fits } from './find-audit-rows.ts'
import { summaryHas } from './stock-summary.ts'
import { type FoundRow, type Position, rangeOf } from './trail-order.ts'

/** Matching rows in order; `isAll`: there are no others. */
type Scanned = { rows: FoundRow[]; isAll: boolean }

/**
 * This many rows are tested first. Testing a row for a text takes longer than reading it, so the others are only tested
 * if enough of these match to fill a page of 20 in the end.
 */
const scannedFirst = 100
const promising = 4

/** Tests the next rows of the trail one by one until `look` match: at most a few hundred rows. */
export async function scanRows(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  look: number,
): Promise<Scanned> {
  if (search.tables?.length === 0 && !search.withStock) return { rows: [], isAll: true }
  const test = (skipped: number, count: number) => testRows(tx, actor, search, position, { skipped, count, look })
  const first = await test(0, scannedFirst)
  const isRare = search.words !== null && first.rows.length < promising
  if (first.isAll || first.rows.length === look || isRare) return first
  const rest = await test(scannedFirst, limits.auditRowsScanned - scannedFirst)
  return { rows: [...first.rows, ...rest.rows].slice(0, look), isAll: rest.isAll }
}

type Part = Readonly<{ skipped: number; count: number; look: number }>

/**
 * Tests `count` rows after the first `skipped`. The rows of `scanned` are read in order and only as needed: frequent
 * matches fill a page from a few of them, and they are counted only if the page isn't full.
 */
async function testRows(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  { skipped, count, look }: Part,
): Promise<Scanned> {
  const rows = await tx.all(sql<FoundRow & { seen: number | null }>`
    with scanned as materialized (
      ${nextRows(actor, search, position, skipped + count)} limit ${sql.lit(count)} offset ${sql.lit(skipped)}),
    found as materialized (
      select a.at::text, (extract(epoch from a.at) * 1000000)::bigint::text as micros,
        a.source || coalesce(a.audit_id::text, a.posting_id::text) as key
      from scanned a
      where case a.source when 'a' then ${fits(search, search.words ? isRowNamed(actor, search.words) : sql`false`)} else ${fitsPosting(actor, search)} end
      limit ${sql.lit(look)})
    select f.at, f.micros, f.key, null::integer as seen from found f
    union all
    select '', '', '', (select count(*)::integer from scanned) where (select count(*) from found) < ${sql.lit(look)}`)
  const seen = rows.find((row) => row.seen !== null)?.seen ?? count
  return {
    rows: rows.flatMap(({ at, micros, key, seen: end }) => (end === null ? [{ at, micros, key }] : [])),
    isAll: seen < count,
  }
}

/** The rows that the reader may see beyond a position, in order: `count` of each source, read from its own index. */
function nextRows({ org_id }: Actor, search: Search, position: Position | null, count: number): Statement<unknown> {
  const sources: Statement<unknown>[] = []
  if (search.tables?.length !== 0) {
    const { within, order, limit } = rangeOf('a', search, position, count)
    sources.push(sql`(
      select a.created_at as at, 'a' as source, a.id as audit_id, null::uuid as posting_id, a.table_name, a.action, a.summary,
        a.subject_id, a.record_id, a.user_id
      from audit_trail a where a.org_id = ${org_id} and ${within}
        and ${search.hidden.length > 0 ? sql`a.table_name <> all (${[...search.hidden]})` : sql`true`} ${order} ${limit})`)
  }
  if (search.withStock) {
    const { within, order, limit } = rangeOf('s', search, position, count)
    sources.push(sql`(
      select s.recorded_at as at, 's' as source, null::bigint as audit_id, s.id as posting_id, null::text as table_name,
        null::text as action, null::text as summary, null::uuid as subject_id, null::uuid as record_id, s.user_id
      from stock_postings s where s.org_id = ${org_id} and ${within} ${order} ${limit})`)
  }
  const direction = sql.raw(position?.direction === 'newer' ? 'asc' : 'desc')
  return sql`
    select * from (${sql.join(sources, sql` union all `)}) n
    order by at ${direction}, source ${direction}, audit_id ${direction}, posting_id ${direction}`
}

/** Whether the posting of a row `a` matches: its person, its summary, or one of its products. */
function fitsPosting(actor: Actor, search: Search): Statement<boolean> {
  const { words, user_id } = search
  const whose = user_id ? sql<boolean>`a.user_id = ${user_id}` : sql<boolean>`true`
  if (!words || everyPosting(search)) return whose
  const product = words.isCommon
    ? isNamed(actor, words, sql`m.product_id`)
    : sql`m.product_id = any (${[...words.subjects]}::uuid[])`
  const says = summaryHas(actor, words.stock, sql`a.at`, sql`a.posting_id`)
  return sql`${whose} and (a.user_id = any (${[...words.people]}::uuid[]) or ${says} or exists (
    select from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = a.posting_id and ${product}))`
}
