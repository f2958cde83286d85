import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { Search } from './filters.ts'
import { type Range, rangeOf } from './trail-order.ts'
import { auditPieces, isPlain, otherConditions } from './find-audit-rows.ts'
import { createRecent } from './recent.ts'
import { stockPieces } from './find-stock-rows.ts'

/** Searches with more rows than are counted. Rows are never deleted, so there will be at least as many later. */
const counted = createRecent<true>(limits.auditSearchesRemembered, limits.auditSearchesRememberedMs)

/**
 * How many rows match, at most one more than are counted. If there are more, that is remembered; but not for a text,
 * because names change, nor for limited members, who see other rows.
 */
export async function countRows(tx: Tx, actor: Actor, search: Search): Promise<number> {
  if (search.words || actor.location_ids) return countAll(tx, actor, search)
  const name = JSON.stringify([actor.org_id, search])
  if (counted.get(name)) return limits.auditRowsCounted + 1
  const count = await countAll(tx, actor, search)
  if (count > limits.auditRowsCounted) counted.set(name, true)
  return count
}

/** For a common text, the rows of some subjects are counted first: often they are enough. */
async function countAll(tx: Tx, actor: Actor, search: Search): Promise<number> {
  const count = await countThose(tx, actor, search)
  const isExact = count > limits.auditRowsCounted || !search.words?.isCommon
  return isExact ? count : countThose(tx, actor, await search.complete())
}

async function countThose(tx: Tx, actor: Actor, search: Search): Promise<number> {
  const most = limits.auditRowsCounted + 1
  const audit = search.tables?.length === 0 ? 0 : await countAudit(tx, actor, search, most)
  if (audit >= most || !search.withStock) return audit
  return Math.min(audit + (await countStock(tx, actor, search, most)), most)
}

async function countAudit(tx: Tx, actor: Actor, search: Search, most: number): Promise<number> {
  const range = rangeOf('a', search, null, most)
  const pieces = isPlain(search)
    ? [
        sql`(select a.id from audit_trail a where a.org_id = ${actor.org_id} and ${range.within}
          and ${sql.join([sql`true`, ...otherConditions(search)], sql` and `)})`,
      ]
    : (await auditPieces(tx, actor, search, range, true)).map((piece) => sql`(select id from ${piece} p)`)
  if (pieces.length === 0) return 0
  return countOf(tx, sql.join(pieces, sql` union all `), range)
}

async function countStock(tx: Tx, actor: Actor, search: Search, most: number): Promise<number> {
  const range = rangeOf('s', search, null, most)
  const pieces = stockPieces(actor, search, range)
  if (pieces.length === 0) return 0
  return countOf(
    tx,
    pieces.length === 1 && !search.words
      ? sql`select id from ${pieces[0] ?? sql``} p`
      : sql`select distinct id from (${sql.join(pieces, sql` union all `)}) p`,
    range,
  )
}

async function countOf(tx: Tx, rows: Statement<unknown>, { limit }: Range): Promise<number> {
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*)::integer as count from (select from (${rows}) r ${limit}) c`)
  return count
}
