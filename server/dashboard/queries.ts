import { readDashboard, readRecentActivity, type Dashboard } from '../../contract/dashboard.ts'
import { missingColor, withoutCategory } from '../../contract/categories.ts'
import { stockChangeTypes } from '../../contract/transaction-types.ts'
import type { Tx } from '../platform/db.ts'
import { decimalStock } from '../organizations/decimal-stock.ts'
import { unitsHaveSum } from '../organizations/units-have-sum.ts'
import { implement, implementShared, readInOrder, type Reader } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { exactNumberOrNull } from '../platform/sql-types.ts'
import { entriesAtLocations } from '../stock/entries-at-locations.ts'
import { movementsOfTypes } from '../stock/movements-of-types.ts'
import { documentCounts, openOrders, type OpenOrders, orderFigures, recentOrders } from './orders.ts'
import { recentActivity } from './recent-activity.ts'

/** Lengths of the lists, from the spec. */
const lowStockRows = 10
const transactionRows = 8
const activityRows = 8
/** This many products are looked up before the stock of all is added up. */
const lookedUpProducts = 2_000
const transactionCountMax = 5

/** The id for "no category" in catalogue_totals, whose key can't contain a null. */
const uncategorized = '00000000-0000-0000-0000-000000000000'

/**
 * All figures in one request; its statements are sent together. They only read what is shown, open orders, and sums
 * that every write updates. Limits are part of the statement's text: with a limit parameter PostgreSQL replans it each
 * time, because the generic plan looks more expensive. In the order of the indexes, for the reason given at
 * listTransactionsQuery.
 */
export const readDashboardQuery = readInOrder(
  implementShared(readDashboard, async (tx, reader) => {
    const [figures, counts, breakdown, low_stock, recent_orders, recent_transactions] = await Promise.all([
      figuresOf(tx, reader),
      documentCounts(tx, reader),
      categoryBreakdown(tx, reader),
      lowStock(tx, reader),
      recentOrders(tx, reader),
      recentTransactions(tx, reader),
    ])
    const { products, units, units_have_sum, whole_units, decimal_products, value_at_price, low, out } = figures
    return {
      products,
      units,
      units_have_sum,
      whole_units,
      decimal_products,
      value_at_price,
      low,
      out,
      ...breakdown,
      low_stock,
      ...orderFigures(counts, figures),
      recent_orders,
      recent_transactions,
      recent_transaction_count: Math.min(transactionCountMax, recent_transactions.length),
    }
  }),
)

export const readRecentActivityQuery = readInOrder(
  implement(readRecentActivity, async (tx, actor) => ({ items: await recentActivity(tx, actor, activityRows) })),
)

type Totals = Pick<
  Dashboard,
  'products' | 'units' | 'units_have_sum' | 'whole_units' | 'decimal_products' | 'value_at_price' | 'low' | 'out'
>
type Texts = Record<'units' | 'value_at_price', string> & { whole_units: string | null }

/** A figure that is too large to be exact is null: the others are still useful. */
async function figuresOf(tx: Tx, reader: Reader): Promise<Totals & OpenOrders> {
  const open = openOrders(reader)
  const { units, whole_units, value_at_price, ...figures } = await tx.one(sql<
    Texts & Omit<Totals, keyof Texts> & OpenOrders
  >`
    select s.products, s.units::text, ${unitsHaveSum(reader)} as units_have_sum,
      (s.units - d.decimal_units)::text as whole_units, d.decimal_products, s.value_at_price::text, s.low, s.out, ${open.columns}
    from app.product_summary(${reader.org_id}) s cross join ${decimalStock(reader)} d ${open.joins}`)
  return {
    ...figures,
    units: exactNumberOrNull(units),
    whole_units: whole_units === null ? null : exactNumberOrNull(whole_units),
    value_at_price: exactNumberOrNull(value_at_price),
  }
}

/** Products per category, the largest first; products without one come last under a separate name. */
async function categoryBreakdown(
  tx: Tx,
  reader: Reader,
): Promise<Pick<Dashboard, 'categories' | 'category_breakdown'>> {
  const rows = await tx.all(sql<{ id: string | null; name: string | null; color: string | null; products: number }>`
    with per_category as (
      select category_id, sum(products)::bigint as products from public.catalogue_totals
      where org_id = ${reader.org_id}
      group by category_id)
    select c.id, c.name, c.color, coalesce(n.products, 0) as products
    from categories c
    left join per_category n on n.category_id = c.id
    where c.org_id = ${reader.org_id}
    union all
    select null, null, null, n.products from per_category n where n.category_id = ${uncategorized}
    order by products desc, name`)
  const named = rows.filter(({ id }) => id !== null)
  const used = [...named, ...rows.filter(({ id }) => id === null)].filter(({ products }) => products > 0)
  return {
    categories: named.length,
    category_breakdown: used.map(({ name, color, ...row }) => ({
      ...row,
      name: name ?? withoutCategory,
      color: color ?? missingColor,
    })),
  }
}

/**
 * The products with the least stock relative to their minimum. Among many products at zero, the choice is arbitrary;
 * the list is sorted.
 */
async function lowStock(tx: Tx, reader: Reader): Promise<Dashboard['low_stock']> {
  const found = reader.location_ids ? await lowestProducts(tx, reader) : null
  const low = found
    ? sql`product_totals where org_id = ${reader.org_id} and product_id = any (${found}::uuid[])`
    : sql`product_totals where org_id = ${reader.org_id} and is_low`
  return tx.all(sql<Dashboard['low_stock'][number]>`
    select p.id, p.name, p.sku, p.image, low.on_hand, low.minimum, low.in_transit, low.incoming
    from (
      select product_id, on_hand, minimum, in_transit, incoming, low_ratio_sort from ${low}
      order by low_ratio_sort, product_id
      limit ${sql.lit(lowStockRows)}
    ) low
    join products p on p.org_id = ${reader.org_id} and p.id = low.product_id
    order by low.low_ratio_sort, p.name_sort, p.id`)
}

/**
 * The ids of a limited member's products with the least stock: those that are kept for their locations. If none are
 * kept and too few have no stock, on hand of all products is added up, and nothing else of them.
 */
async function lowestProducts(tx: Tx, reader: Reader): Promise<string[]> {
  const kept = await tx.all(sql<{ is_kept: boolean; product_id: string | null }>`
    select s.id is not null as is_kept, w.product_id
    from app.own_location_set(${reader.org_id}) s (id)
    left join app.own_low_products(${reader.org_id}, false, ${sql.lit(lowStockRows)}) as w (product_id) on true`)
  if (kept.some(({ is_kept }) => is_kept)) return kept.flatMap(({ product_id }) => product_id ?? [])
  const empty = await emptyProducts(tx, reader)
  if (empty.length === lowStockRows) return empty
  const rows = await tx.all(sql<{ product_id: string }>`
    select product_id from app.lowest_products(${reader.org_id}, ${sql.lit(lowStockRows)}) as low (product_id)`)
  return rows.map(({ product_id }) => product_id)
}

/**
 * The first products without stock at a limited member's locations, of few that are looked up one by one: if they are
 * enough, none has less, and the stock of all products needn't be added up.
 */
async function emptyProducts(tx: Tx, reader: Reader): Promise<string[]> {
  const rows = await tx.all(sql<{ product_id: string }>`
    select t.product_id
    from (
      select product_id from public.product_totals
      where org_id = ${reader.org_id} and not archived order by product_id limit ${sql.lit(lookedUpProducts)}) t
    where not exists (
      select from stock_levels l
      where l.org_id = ${reader.org_id} and l.product_id = t.product_id and l.available + l.reserved > 0 offset 0)
    order by t.product_id
    limit ${sql.lit(lowStockRows)}`)
  return rows.map(({ product_id }) => product_id)
}

function recentTransactions(tx: Tx, reader: Reader): Promise<Dashboard['recent_transactions']> {
  const [types, limit] = [stockChangeTypes, sql.lit(transactionRows)]
  const entries = reader.location_ids
    ? sql`(${entriesAtLocations(reader, reader.location_ids, { types, condition: sql`true`, limit })}) m`
    : sql`${movementsOfTypes(types, 'desc')} m where m.is_entry and m.org_id = ${reader.org_id}`
  return tx.all(sql<Dashboard['recent_transactions'][number]>`
    with newest as (
      select posting_id, entry_no, happened_at from ${entries}
      order by happened_at desc, posting_id desc, entry_no desc
      limit ${limit})
    select e.id, e.type, e.product_id, p.name as product_name, p.sku as product_sku, e.quantity, e.on_hand_change, e.held_change,
      e.happened_at as date
    from newest n
    cross join lateral (
      select * from stock_entries
      where org_id = ${reader.org_id} and posting_id = n.posting_id and entry_no = n.entry_no offset 0) e
    left join products p on p.org_id = ${reader.org_id} and p.id = e.product_id
    order by n.happened_at desc, n.posting_id desc, n.entry_no desc`)
}
