import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import type { ReadRows } from '../read/read-rows.ts'

/** Goods of a product at one place and of one lot. */
export type Holding = {
  location_id: string
  location: string
  is_active: boolean
  lot_id: string
  on_hand: number
  reserved: number
}

/** A product that is there already, found by the SKU of a row. */
export type ExistingProduct = {
  id: string
  archived: boolean
  /** Archived by the undo of an import and untouched since: importing its SKU again restores it. */
  restorable: boolean
  name: string
  sku: string
  description: string | null
  category_id: string | null
  category_name: string | null
  price: number
  /** Null: not known. */
  cost_price: number | null
  min_stock_level: number
  image: string | null
  location: string | null
  quantity_decimals: number
  /** Whether its stock has moved in quantities finer than the row would allow. */
  uses_more_decimals: boolean
  on_hand: number
  /** Where its goods go when nobody says, and what is on hand where. Only for products that are moved or whose stock is set. */
  home_location_id: string | null
  holdings: Holding[]
}

/**
 * The products whose SKU stands in the Products or in the Transactions sheet, by the key of the SKU. Only the sheet's own rows may
 * set stock, so places are looked up for these (if asked) and for products that transactions move.
 */
export async function existingProducts(
  tx: Tx,
  actor: Actor,
  { products, transactions }: ReadRows,
  setStock: boolean,
): Promise<Map<string, ExistingProduct>> {
  const placed = new Set(transactions.map(({ key }) => key))
  for (const { key, stock_quantity } of products) if (setStock && stock_quantity !== null) placed.add(key)
  const decimals = new Map(products.map(({ key, quantity_decimals }) => [key, quantity_decimals]))
  const keys = [...new Set([...decimals.keys(), ...placed])]
  const found = await tx.all(sql<ExistingProduct & { key: string }>`
    select given.key, p.id, p.archived_at is not null as archived,
      p.archived_at is not null and exists (
        select from import_records r
        where r.org_id = ${actor.org_id} and r.kind = 'product' and r.record_id = p.id and r.taken_back_at = p.archived_at
      ) as restorable,
      p.name, p.sku, p.description, p.category_id, c.name as category_name, p.price, p.cost_price, t.minimum as min_stock_level, p.image,
      p.location, p.quantity_decimals,
      given.decimals < p.quantity_decimals and exists (
        select from stock_movements m
        where m.org_id = ${actor.org_id} and m.product_id = p.id and m.quantity <> trunc(m.quantity, given.decimals)
      ) as uses_more_decimals,
      t.on_hand, place.home_location_id, coalesce(held.holdings, '[]') as holdings
    from unnest(${keys}::text[], ${keys.map((key) => placed.has(key))}::boolean[],
      ${keys.map((key) => decimals.get(key) ?? 4)}::integer[]) as given (key, placed, decimals)
    join products p on p.org_id = ${actor.org_id} and p.sku_sort = lower(given.key)
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    left join lateral (
      select kernel.product_location(${actor.org_id}, p.id) as home_location_id where given.placed
    ) place on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('location_id', s.location_id, 'location', l.name, 'is_active', l.is_active,
        'lot_id', s.lot_id, 'on_hand', s.available + s.reserved, 'reserved', s.reserved) order by l.name, s.lot_id) as holdings
      from stock_levels s
      join locations l on l.org_id = ${actor.org_id} and l.id = s.location_id
      where s.org_id = ${actor.org_id} and s.product_id = p.id and s.available + s.reserved > 0 and given.placed
    ) held on true`)
  return new Map(found.map(({ key, ...product }) => [key, product]))
}
