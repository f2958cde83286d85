import type { AsOfAnswer } from '../../contract/as-of.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { cursorOf, keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { isByIndex, lineOrder, type LineSort } from './line-order.ts'
import { mayHaveLine, stockLines } from './stock-lines.ts'

type PageInput = { sort: LineSort; limit: number; cursor?: string | undefined }
type Keyed<Row> = Row & { page_key: string[] }

/**
 * One page of a report's lines: the `columns` that `from` computes from the stock lines (alias `l`). Sorted by name or
 * SKU, a page of the past is read product by product; every other order needs the stock of all.
 */
export async function linePage<Row extends object>(
  tx: Tx,
  actor: Actor,
  asOf: AsOfAnswer | null,
  input: PageInput,
  columns: Statement<unknown>,
  from: (lines: Statement<unknown>) => Statement<unknown>,
) {
  const order = lineOrder(input.sort)
  const read = (lines: Statement<unknown>, cursor: string | undefined) => {
    const { key, after, order: ordered } = keyset(order, cursor)
    return tx.all(sql<Keyed<Row>>`
      select ${columns}, ${key} from (${from(lines)}) l where ${after} ${ordered} limit ${sql.rows(input.limit + 1)}`)
  }
  if (asOf === null || !isByIndex(input.sort)) {
    const lines = stockLines(actor, asOf, { isPage: isByIndex(input.sort) })
    return pageOf(await read(lines, input.cursor), input.limit, order)
  }

  const rows: Keyed<Row>[] = []
  let cursor = input.cursor
  for (;;) {
    const candidates = await nextProducts(tx, actor, asOf, order, cursor, input.limit + 1)
    const ids = candidates.map(({ id }) => id)
    rows.push(...(await read(stockLines(actor, asOf, { ids }), cursor)))
    const last = candidates.at(-1)
    if (rows.length > input.limit || candidates.length <= input.limit || !last) break
    cursor = cursorOf(order, last.page_key)
  }
  return pageOf(rows, input.limit, order)
}

type Candidate = Keyed<{ id: string }>

/**
 * The next products in the order that may have a line. Names have one index of archived products and one of the others.
 */
function nextProducts(
  tx: Tx,
  actor: Actor,
  asOf: AsOfAnswer,
  order: SortOrder,
  cursor: string | undefined,
  count: number,
): Promise<Candidate[]> {
  const { key, after, order: ordered } = keyset(order, cursor)
  const parts = order.name.endsWith('name') ? [sql`p.archived_at is null`, sql`p.archived_at is not null`] : [sql`true`]
  const products = parts.map(
    (part) => sql`(
      select l.product_id, l.name_sort, l.sku_sort, ${key}
      from (
        select p.id as product_id, p.name_sort, p.sku_sort from products p
        where p.org_id = ${actor.org_id} and ${part} and ${mayHaveLine(actor, asOf)}) l
      where ${after} ${ordered} limit ${sql.rows(count)})`,
  )
  return tx.all(sql<Candidate>`
    select l.product_id as id, l.page_key from (${sql.join(products, sql` union all `)}) l ${ordered} limit ${sql.rows(count)}`)
}
