import type { z } from 'zod'
import type { listProducts } from '../../contract/products.ts'
import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { cursorKey, keyset, keyValues, pageKey, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** The parameters of a list of products. */
export type Filters = z.output<typeof listProducts.input>
/** A row of a page that was found, with its position in the order. */
export type Row = { id: string; page_key: string[] }

/**
 * The page's rows and one more if there is one. `exact` is the number of matches, if known; `atLeast` a lower bound.
 */
export type FoundPage = { rows: Row[]; exact: number | null; atLeast: number }

/** The default order. */
export const byName: SortOrder = {
  name: 'name',
  direction: 'asc',
  columns: [
    { by: sql`p.name_sort`, type: 'text' },
    { by: sql`p.id`, type: 'uuid' },
  ],
}

/** This many are read in the list's order if a filter lets many pass. */
export const scannedRows = 5_000

/** The value that products without a category have instead of its id, as in the totals. */
const noCategory = '00000000-0000-0000-0000-000000000000'

/**
 * By the category's name, products without one last; by name within. Products read in this order are joined with the
 * category as `c`.
 */
export const byCategory: SortOrder = {
  name: 'category',
  direction: 'asc',
  columns: [
    { by: sql`(p.category_id is null)`, type: 'boolean' },
    { by: sql`coalesce(c.name_sort, '')`, type: 'text' },
    { by: sql`coalesce(c.id, ${sql.lit(noCategory)}::uuid)`, type: 'uuid' },
    ...byName.columns,
  ],
}
const itsCategory = sql`left join categories c on c.org_id = p.org_id and c.id = p.category_id`

/** The sorts by values in the products' totals. */
const ofTotals = new Set(['on_hand', 'minimum', 'status'])

/** Whether the order is by values in the products' totals. */
export function readsTotals({ sort }: Pick<Filters, 'sort'>): boolean {
  return ofTotals.has(sort.replace('-', ''))
}

/**
 * The source of a list's rows: the organization's products, archived or not, with the totals or the category if the
 * order needs them.
 */
export function source(reader: Reader, { sort, archived }: Filters): Statement<unknown> {
  const products = sql`p.org_id = ${reader.org_id} and ${archived ? sql`p.archived_at is not null` : sql`p.archived_at is null`}`
  const by = sort.replace('-', '')
  if (by === 'category') return sql`products p ${itsCategory} where ${products}`
  if (!readsTotals({ sort })) return sql`products p where ${products}`
  // The totals also know what is archived, and their indexes by stock, minimum and status leave it out.
  const totals = sql`t.org_id = ${reader.org_id} and ${archived ? sql`t.archived` : sql`not t.archived`}`
  return sql`all_product_totals t join products p on p.id = t.product_id where ${totals} and ${products}`
}

/** The columns that filters test. */
export const tested = sql`p.id, p.category_id, p.supplier_id, p.name_sort, p.sku_sort, p.search_text`

/**
 * The next `look` rows of the list's order, with these columns of a product `p` and the values of the order
 * (`pageKey`).
 */
export function inOrder(
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  look: number | null,
  selected: Statement<unknown> = tested,
): Statement<unknown> {
  const columns = sql`${selected}, ${keyValues(sort)}`
  if (sort.columns === byCategory.columns) {
    const { category_id, cursor, archived } = filters
    const only = category_id === 'none' ? noCategory : (category_id ?? null)
    const after = cursor === undefined ? null : cursorKey(sort, cursor)
    // No index is ordered by category name: the function goes through the categories one after the other.
    return sql`
      select ${columns}
      from app.products_by_category(
        ${reader.org_id}, ${archived}, ${only}, ${sort.direction === 'desc'}, ${after}::text[], ${look}) with ordinality f (id, place)
      join products p on p.org_id = ${reader.org_id} and p.id = f.id ${itsCategory}
      order by f.place`
  }
  const { after, order } = keyset(sort, filters.cursor)
  return sql`
    select ${columns}
    from ${source(reader, filters)} and ${after}
    ${order} ${look === null ? sql`` : sql`limit ${sql.rows(look)}`}`
}

/** The first passing rows among the next `look` of the list's order; null reads all of them. */
export function scan(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  tests: readonly Statement<boolean>[],
  look: number | null,
): Promise<Row[]> {
  return tx.all(sql<Row>`
    select w.id, ${pageKey(sort)} from (${inOrder(reader, filters, sort, look)}) w
    where ${allOf(tests)}
    limit ${sql.rows(filters.limit + 1)}`)
}

/** A page of rows without a count. */
export function atLeast(rows: Row[], certain: number): FoundPage {
  return { rows, exact: null, atLeast: certain }
}

/** A page of rows with the number of matches from there on. */
export function counted(rows: readonly (Row & { count: number })[]): FoundPage {
  const count = rows[0]?.count ?? 0
  return { rows: rows.map(({ id, page_key }) => ({ id, page_key })), exact: count, atLeast: count }
}

/** All conditions hold. */
export function allOf(tests: readonly Statement<boolean>[]): Statement<unknown> {
  return tests.length === 0 ? sql`true` : sql.join([...tests], sql` and `)
}
