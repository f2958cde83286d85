import type { z } from 'zod'
import { type EditedField, editedFields, editProducts, type ProductEdit } from '../../contract/product-edits.ts'
import { recordPrices, setMinimums } from '../../ledger/products.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { refuseFineQuantities } from './product-fields.ts'

type Values = Pick<z.output<typeof editProducts.output>['products'][number], 'before'>['before']
type Locked = Values & { id: string; name: string; version: number; archived: boolean; quantity_decimals: number }
type Change = { product: Locked; after: Values }

/**
 * Saves the given fields of several products in one transaction; a product that already has these values keeps its
 * version. Refuses, for the first product that has a reason, in this order: not_found, product_archived, conflict
 * (version), too_many_decimals; then not_found (category, supplier).
 */
export const editProductsCommand = implement(editProducts, async (tx, actor, { products: edits }) => {
  const locked = await lockProducts(tx, actor, edits)
  const changes = edits.map((edit, row): Change => {
    const product = requireEditable(locked.get(edit.id), edit, `products.${row}`)
    return { product, after: { ...valuesOf(product), ...givenIn(edit) } }
  })
  await requireNamed(tx, actor, edits)
  const written = changes.filter(({ product, after }) => editedFields.some((field) => product[field] !== after[field]))
  await write(tx, actor, written)
  const isWritten = new Set(written.map(({ product }) => product.id))
  return {
    products: changes.map(({ product }) => ({
      id: product.id,
      version: product.version + (isWritten.has(product.id) ? 1 : 0),
      changed: isWritten.has(product.id),
      before: valuesOf(product),
    })),
  }
})

const valuesOf = ({ category_id, supplier_id, price, min_stock_level }: Values): Values => ({
  category_id,
  supplier_id,
  price,
  min_stock_level,
})

/** The values that an edit gives; a missing one and undefined are the same. */
const givenIn = (edit: ProductEdit): Partial<Values> =>
  Object.fromEntries(editedFields.flatMap((field) => (edit[field] === undefined ? [] : [[field, edit[field]]])))

/** Locks the products by id, the ledger's order, and reads them under the lock. */
async function lockProducts(tx: Tx, actor: Actor, edits: readonly ProductEdit[]): Promise<ReadonlyMap<string, Locked>> {
  const ids = edits.map(({ id }) => id)
  await tx.run(sql`
    select from products where org_id = ${actor.org_id} and id = any (${ids}::uuid[]) order by id for no key update`)
  const locked = await tx.all(sql<Locked>`
    select p.id, p.name, p.version, p.archived_at is not null as archived, p.quantity_decimals,
      p.category_id, p.supplier_id, p.price, t.minimum as min_stock_level
    from products p
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    where p.org_id = ${actor.org_id} and p.id = any (${ids}::uuid[])`)
  return new Map(locked.map((product) => [product.id, product]))
}

function requireEditable(product: Locked | undefined, edit: ProductEdit, path: string): Locked {
  if (!product)
    refuseFields({ [`${path}.id`]: 'One of these products no longer exists, so nothing was saved' }, 'not_found')
  const { id, name, archived, version, quantity_decimals } = product
  if (archived) refuse('product_archived', { product: name }, `${name} is archived. Restore it first.`)
  if (edit.version !== undefined && edit.version !== version) {
    const details = { product_id: id, product: name, seen: edit.version, present: version }
    refuse('conflict', details, `${name} was changed in the meantime, so nothing was saved.`)
  }
  refuseFineQuantities(quantity_decimals, { [`${path}.min_stock_level`]: edit.min_stock_level })
  return product
}

/** Refuses categories and suppliers that don't exist, beside the products that name them. */
async function requireNamed(tx: Tx, actor: Actor, edits: readonly ProductEdit[]): Promise<void> {
  const named = (field: 'category_id' | 'supplier_id') => [...new Set(edits.map((edit) => edit[field] ?? null))]
  const found = await tx.all(sql<{ id: string }>`
    select id from categories where org_id = ${actor.org_id} and id = any (${named('category_id')}::uuid[])
    union all
    select id from suppliers where org_id = ${actor.org_id} and id = any (${named('supplier_id')}::uuid[])`)
  const known = new Set(found.map(({ id }) => id))
  const missing = edits.flatMap(({ category_id, supplier_id }, row) => [
    ...(category_id && !known.has(category_id)
      ? [[`products.${row}.category_id`, 'This category no longer exists'] as const]
      : []),
    ...(supplier_id && !known.has(supplier_id)
      ? [[`products.${row}.supplier_id`, 'This supplier no longer exists'] as const]
      : []),
  ])
  if (missing.length > 0) refuseFields(Object.fromEntries(missing), 'not_found')
}

async function write(tx: Tx, actor: Actor, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const idsOf = (some: readonly Change[]) => some.map(({ product }) => product.id)
  const after = <F extends EditedField>(field: F) => changes.map((change) => change.after[field])
  await tx.run(sql`
    update products p
    set category_id = n.category_id, supplier_id = n.supplier_id, price = n.price,
      version = p.version + 1, updated_at = app.now()
    from unnest(${idsOf(changes)}::uuid[], ${after('category_id')}::uuid[], ${after('supplier_id')}::uuid[],
      ${after('price')}::numeric[]) as n (id, category_id, supplier_id, price)
    where p.org_id = ${actor.org_id} and p.id = n.id`)
  const changed = (field: EditedField) => changes.filter((change) => change.product[field] !== change.after[field])
  const repriced = changed('price')
  if (repriced.length > 0) await recordPrices(tx, actor, idsOf(repriced))
  const minimums = changed('min_stock_level').map((change) => ({
    product_id: change.product.id,
    minimum: change.after.min_stock_level,
  }))
  if (minimums.length > 0) await setMinimums(tx, actor, minimums)
}
