import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'
import { isExpired } from '../../stock/expired-lots.ts'
import type { ValuesOf } from '../sheets/field.ts'
import type { productFields } from '../sheets/products.ts'
import { columnsOf } from './columns-of.ts'
import type { ReadRows } from '../read/read-rows.ts'
import { spacedOnce } from '../read/row-readers.ts'

/** Stock of a product at one location and of one lot. */
export type Holding = {
  location_id: string
  location: string
  is_active: boolean
  lot_id: string
  on_hand: number
  reserved: number
  /** Whether the lot's expiry day is over in the organization's time zone: only adjustments and counts take from it. */
  is_expired: boolean
}

type Fields = Omit<ValuesOf<typeof productFields>, 'stock_quantity'>

/** An existing product, found by a row's SKU. */
export type ExistingProduct = Fields & {
  id: string
  archived: boolean
  /** Archived by the undo of an import and unchanged since: importing its SKU again restores it. */
  restorable: boolean
  name: string
  sku: string
  category_id: string | null
  supplier_id: string | null
  price: number
  min_stock_level: number
  quantity_decimals: number
  /** Whether its stock has moved in quantities finer than the row would allow. */
  uses_more_decimals: boolean
  on_hand: number
  /**
   * Where its units go by default, and its stock by location. Only for products that are moved or whose stock is set.
   */
  home_location_id: string | null
  holdings: Holding[]
}

/**
 * The products whose SKU is in the Products or in the Transactions sheet, by the key of the SKU. Only the sheet's own
 * rows may set stock, so locations are looked up for these (if requested, or if they give the stock at several) and for
 * products that transactions move.
 */
export async function existingProducts(
  tx: Tx,
  actor: Actor,
  { products, transactions }: ReadRows,
  setStock: boolean,
): Promise<Map<string, ExistingProduct>> {
  const located = new Set(transactions.map(({ key }) => key))
  for (const { key, stock_quantity, located: stock } of products)
    if ((setStock && stock_quantity !== null) || stock.length > 0) located.add(key)
  const decimals = new Map(products.map(({ key, quantity_decimals }) => [key, quantity_decimals]))
  // Also SKUs that would look the same: `AB 1` for `AB  1`.
  const keys = [...new Set([...decimals.keys(), ...[...decimals.keys()].map(spacedOnce), ...located])]
  const found = await tx.all(sql<ExistingProduct & { key: string }>`
    select given.key, r.id, r.archived_at is not null as archived,
      r.archived_at is not null and exists (
        select from import_records i
        where i.org_id = ${actor.org_id} and i.kind = 'product' and i.record_id = r.id and i.taken_back_at = r.archived_at
      ) as restorable,
      ${columnsOf('product')}, c.name as category_name, s.name as supplier_name, t.minimum as min_stock_level,
      given.decimals < r.quantity_decimals
        and kernel.uses_finer_quantities(${actor.org_id}, r.id, given.decimals) as uses_more_decimals,
      t.on_hand,
      -- As an output column it is computed for the found products only: joined laterally, once for each pair of row and
      -- product.
      case when given.located then kernel.product_location(${actor.org_id}, r.id) end as home_location_id,
      coalesce(held.holdings, '[]') as holdings
    from unnest(${keys}::text[], ${keys.map((key) => located.has(key))}::boolean[],
      ${keys.map((key) => decimals.get(key) ?? 4)}::integer[]) as given (key, located, decimals)
    join products r on r.org_id = ${actor.org_id} and r.sku_sort = lower(given.key)
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = r.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = r.category_id
    left join suppliers s on s.org_id = ${actor.org_id} and s.id = r.supplier_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('location_id', s.location_id, 'location', l.name, 'is_active', l.is_active,
        'lot_id', s.lot_id, 'on_hand', s.available + s.reserved, 'reserved', s.reserved,
        'is_expired', ${isExpired}) order by l.name, s.lot_id) as holdings
      from stock_levels s
      join organizations g on g.org_id = s.org_id
      join lots t on t.org_id = ${actor.org_id} and t.product_id = r.id and t.id = s.lot_id
      join locations l on l.org_id = ${actor.org_id} and l.id = s.location_id
      where s.org_id = ${actor.org_id} and s.product_id = r.id and s.available + s.reserved > 0 and given.located
    ) held on true`)
  return new Map(found.map(({ key, ...product }) => [key, product]))
}
