import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { ensureLevels, initializeProducts, recordPrices, restoreProducts } from '../../../ledger/products.ts'
import { sql } from '../../platform/sql.ts'
import type { PlannedChange } from '../plan/changes.ts'
import type { ProductUpdate } from '../plan/product-updates.ts'
import type { PlannedProduct } from '../plan/products.ts'
import { fieldOf, storedColumns } from '../sheets/tables.ts'
import { insertRecords } from './insert-records.ts'
import { applyPatches } from './patch-records.ts'

/** Creates products and restores those that an undo had archived, with the file's fields and their ledger data. */
export async function writeAdded(tx: Tx, actor: Actor, products: PlannedProduct[]): Promise<void> {
  const records = products.map(({ id, fields: { row: _row, ...fields }, category_id, supplier_id }) => ({
    ...fields,
    id,
    category_id,
    supplier_id,
  }))
  const restored = new Set(products.filter(({ restores }) => restores).map(({ id }) => id))
  await restore(
    tx,
    actor,
    records.filter(({ id }) => restored.has(id)),
  )
  await insertRecords(
    tx,
    actor,
    'product',
    records.filter(({ id }) => !restored.has(id)),
  )
  await initializeProducts(
    tx,
    actor,
    products.map(({ id, fields }) => ({ product_id: id, minimum: fields.min_stock_level })),
    'imported',
  )
  if (restored.size > 0) await recordPrices(tx, actor, [...restored], { source: 'imported' })
}

/** Restores archived products with all their fields. */
async function restore(tx: Tx, actor: Actor, records: readonly { id: string }[]): Promise<void> {
  if (records.length === 0) return
  await restoreProducts(
    tx,
    actor,
    records.map(({ id }) => id),
  )
  const fields = storedColumns('product').map((column) => sql`${sql.ref(column)} = ${sql.ref(`n.${column}`)}`)
  await tx.run(sql`
    update products p set ${sql.join(fields)}, version = p.version + 1, updated_at = clock_timestamp()
    from jsonb_populate_recordset(null::products, ${JSON.stringify(records)}::jsonb) as n
    where p.org_id = ${actor.org_id} and p.id = n.id`)
}

/** Writes the changes to existing products. Their stock and minimums follow with the postings. */
export async function writeChanged(tx: Tx, actor: Actor, products: (ProductUpdate & { change: PlannedChange })[]) {
  await applyPatches(
    tx,
    actor,
    'product',
    products.flatMap(({ change }) => patchOf(change)),
  )
  const changed = (isMeant: (field: string) => boolean) =>
    products.filter(({ change }) => change.fields.some(({ field }) => isMeant(field)))
  const repriced = changed((field) => fieldOf('product', field)?.isPrice === true).map(({ id }) => id)
  if (repriced.length > 0) await recordPrices(tx, actor, repriced, { source: 'imported' })
  // A chosen location without stock is still one of the product's locations.
  const chosen = changed((field) => field === 'location').flatMap(({ id, home }) =>
    home ? [{ product_id: id, location_id: home.id }] : [],
  )
  if (chosen.length > 0) await ensureLevels(tx, actor, chosen)
}

/**
 * The columns that a change writes, or none if only stock is set. The minimum belongs to the ledger, but changing it is
 * an edit of the product.
 */
export function patchOf({ record_id, fields }: PlannedChange): { id: string; values: Record<string, unknown> }[] {
  const columns = fields.flatMap(({ column }) => column ?? [])
  const values = Object.fromEntries(columns.map(({ name, after }) => [name, after]))
  return columns.length === 0 ? [] : [{ id: record_id, values }]
}
