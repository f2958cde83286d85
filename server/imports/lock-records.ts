import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { ReadRows } from './read-rows.ts'
import { sortKey } from './row-readers.ts'

/**
 * Locks the records that the rows may change, so that the plan made next is what will be written: categories, suppliers, locations, then
 * products, each by id, the kernel's order. Other editors wait. Products whose stock is set, whose name or decimals change are kept from
 * postings, too (a posting holds the key of its products): nothing moves between the count and its plan, and the new name reaches the
 * product's totals, the kernel's last lock, without anybody waiting the other way round.
 */
export async function lockRecords(tx: Tx, actor: Actor, rows: ReadRows, setStock: boolean): Promise<void> {
  const { org_id } = actor
  for (const [table, keyed] of [
    ['categories', rows.categories],
    ['suppliers', rows.suppliers],
    ['locations', rows.locations],
  ] as const) {
    if (keyed.length === 0) continue
    await tx.run(sql`
      select from ${sql.table(table)}
      where org_id = ${org_id} and name_sort = any(${keyed.map(({ key }) => sortKey(key))}::text[])
      order by id for no key update`)
  }
  if (rows.products.length > 0) await lockProducts(tx, actor, rows, setStock)
}

async function lockProducts(tx: Tx, { org_id }: Actor, { products }: ReadRows, setStock: boolean): Promise<void> {
  const given = sql`
    unnest(${products.map(({ key }) => key)}::text[], ${products.map(({ name }) => name)}::text[],
      ${products.map((row) => row.quantity_decimals !== null || (setStock && row.stock_quantity !== null))}::boolean[])
    as given (key, name, still)`
  await tx.run(sql`
    select from products p
    where p.org_id = ${org_id} and p.sku_sort in (select lower(given.key) from ${given})
    order by p.id for no key update of p`)
  await tx.run(sql`
    select from products p
    where p.org_id = ${org_id} and exists (
      select from ${given} where lower(given.key) = p.sku_sort and (given.still or given.name <> p.name))
    order by p.id for update of p`)
}
