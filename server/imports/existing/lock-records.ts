import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'
import type { ReadRows } from '../read/read-rows.ts'
import { sortKey } from '../read/row-readers.ts'

/**
 * Keeps the organization's own row: when its books are closed and which location is the default stay as they are until
 * the import or its undo ends. Taken before any location or product, the order of ledger/README.md.
 */
export function holdOrganization(tx: Tx, { org_id }: Actor): Promise<number> {
  return tx.run(sql`select from organizations where org_id = ${org_id} for share`)
}

/**
 * Keeps the records that the rows may change from other editors, so that the plan made next is what will be written:
 * categories, suppliers, locations, then products, each by id, the kernel's order. Where stock is set or decimals are
 * given, the products are kept from postings, too: nothing moves between the count and its plan. Answers whether they
 * are; else `holdProducts` follows the plan.
 */
export async function lockRecords(tx: Tx, actor: Actor, rows: ReadRows, setStock: boolean): Promise<boolean> {
  await holdOrganization(tx, actor)
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
 * Keeps these products from postings: they hold the key of their products while they hold levels and totals, so from
 * here on the import waits for no one's levels and no one can wait for it in a circle.
 */
export async function holdProducts(tx: Tx, actor: Actor, product_ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from products where org_id = ${actor.org_id} and id = any(${product_ids}::uuid[]) order by id for update`)
}
