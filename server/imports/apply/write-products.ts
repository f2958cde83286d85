import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { ensureLevels, initialiseProducts, recordPrices, restoreProducts } from '../../../ledger/products.ts'
import type { PlannedChange } from '../plan/changes.ts'
import type { ProductUpdate } from '../plan/product-updates.ts'
import type { PlannedProduct } from '../plan/products.ts'
import { applyPatches } from './patch-records.ts'

/** Makes products and restores those that an undo had archived, with the file's fields and what the ledger keeps of them. */
export async function writeAdded(tx: Tx, actor: Actor, products: PlannedProduct[]): Promise<void> {
  const rows = JSON.stringify(
    products.map(({ id, fields: { row: _row, ...fields }, category_id }) => ({ ...fields, id, category_id })),
  )
  const columns =
    sql.raw(`(id uuid, name text, sku text, description text, category_id uuid, price numeric, cost_price numeric,
    quantity_decimals smallint, image text, location text)`)
  const restored = products.filter(({ restores }) => restores).map(({ id }) => id)
  if (restored.length > 0) void restoreProducts(tx, actor, restored)
  void tx.run(sql`
    update products p set name = n.name, sku = n.sku, description = n.description, category_id = n.category_id, price = n.price,
      cost_price = n.cost_price, quantity_decimals = n.quantity_decimals, image = n.image, location = n.location,
      version = p.version + 1, updated_at = clock_timestamp()
    from jsonb_to_recordset(${rows}::jsonb) as n ${columns}
    where p.org_id = ${actor.org_id} and p.id = n.id and n.id = any(${restored}::uuid[])`)
  void tx.run(sql`
    insert into products (org_id, id, user_id, name, sku, description, category_id, price, cost_price, quantity_decimals, image, location)
    select ${actor.org_id}, n.id, ${actor.user_id}, n.name, n.sku, n.description, n.category_id, n.price, n.cost_price,
      n.quantity_decimals, n.image, n.location
    from jsonb_to_recordset(${rows}::jsonb) as n ${columns}
    where n.id <> all(${restored}::uuid[])`)
  await initialiseProducts(
    tx,
    actor,
    products.map(({ id, fields }) => ({ product_id: id, minimum: fields.min_stock_level })),
    'imported',
  )
  if (restored.length > 0) await recordPrices(tx, actor, restored, { source: 'imported' })
}

/** Writes what changes about products that are there. Their stock and minimums follow with the postings. */
export async function writeChanged(tx: Tx, actor: Actor, products: (ProductUpdate & { change: PlannedChange })[]) {
  await applyPatches(
    tx,
    actor,
    'product',
    products.flatMap(({ change }) => patchOf(change)),
  )
  const changed = (...fields: string[]) =>
    products.filter(({ change }) => change.fields.some(({ field }) => fields.includes(field)))
  const repriced = changed('price', 'cost_price').map(({ id }) => id)
  if (repriced.length > 0) await recordPrices(tx, actor, repriced, { source: 'imported' })
  // A place that was chosen but holds nothing yet is still one of the product's places.
  const places = changed('location').flatMap(({ id, place }) =>
    place ? [{ product_id: id, location_id: place.id }] : [],
  )
  if (places.length > 0) await ensureLevels(tx, actor, places)
}

/** The columns that a change writes, or nothing where only stock is set. The minimum is the ledger's, but it is an edit of the product. */
export function patchOf({ record_id, fields }: PlannedChange): { id: string; values: Record<string, unknown> }[] {
  const columns = fields.flatMap(({ column }) => column ?? [])
  const values = Object.fromEntries(columns.map(({ name, after }) => [name, after]))
  return columns.length === 0 ? [] : [{ id: record_id, values }]
}
