import type { Tx } from '../../platform/db.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'
import type { ReadRows } from '../read/read-rows.ts'
import { sortKey, supplierKeys } from '../read/row-readers.ts'

/**
 * Keeps all locations open until the import or its undo ends. Taken before any product: a changed product locks its
 * levels and totals, and later postings lock the locations they send goods to, while deactivating a location locks the
 * location first and then its levels.
 */
export function lockLocations(tx: Tx, { org_id }: Actor): Promise<number> {
  return tx.run(sql`select from locations where org_id = ${org_id} and hidden_at is null order by id for key share`)
}

/**
 * Locks the records that the rows may change, so that the following plan is what will be written: categories,
 * suppliers, locations, then products, each by id, the kernel's order. If stock is set or decimals are given, the
 * products are also locked against postings: nothing moves between the count and its plan. Returns whether they are;
 * otherwise `lockProducts` follows the plan.
 */
export async function lockRecords(tx: Tx, actor: Actor, rows: ReadRows, setStock: boolean): Promise<boolean> {
  await lockOrganization(tx, actor)
  for (const [table, keyed] of [
    ['categories', rows.categories],
    ['suppliers', rows.suppliers],
    ['locations', rows.locations],
  ] as const) {
    if (keyed.length === 0) continue
    await tx.run(sql`
      select from ${sql.ref(table)}
      where org_id = ${actor.org_id} and name_sort = any(${keyed.map(({ key }) => sortKey(key))}::text[])
      order by id for no key update`)
  }
  // No one can remove them before the products that name them are written.
  const namedSuppliers = supplierKeys(rows.products)
  if (namedSuppliers.length > 0)
    await tx.run(sql`
      select from suppliers
      where org_id = ${actor.org_id} and name_sort = any(${namedSuppliers.map(sortKey)}::text[])
      order by id for key share`)
  await lockLocations(tx, actor)
  const held = setStock || rows.products.some(({ quantity_decimals }) => quantity_decimals !== null)
  const named = held ? [...rows.products, ...rows.transactions] : rows.products
  const strength = held ? sql`update` : sql`no key update`
  await tx.run(sql`
    select from products p
    where p.org_id = ${actor.org_id} and p.sku_sort in (
      select lower(k) from unnest(${named.map(({ key }) => key)}::text[]) as given (k))
    order by p.id for ${strength} of p`)
  return held
}

/**
 * Locks these products against postings: those hold the key of their products while they hold levels and totals, so
 * from here on the import waits for no other transaction's levels and can't be part of a deadlock.
 */
export async function lockProducts(tx: Tx, actor: Actor, product_ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from products where org_id = ${actor.org_id} and id = any(${product_ids}::uuid[]) order by id for update`)
}
