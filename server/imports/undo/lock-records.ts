import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import { lockLocations } from '../existing/lock-records.ts'

/**
 * Locks the records that an undo may change, before it touches stock: categories, suppliers, locations, then products,
 * each by id. Products are also locked against postings (`lockProducts` explains why).
 */
export async function lockRecordsForUndo(tx: Tx, actor: Actor, importId: string): Promise<void> {
  const { org_id } = actor
  await lockOrganization(tx, actor)
  const changed = (kind: string) => sql`
    select c.record_id from import_changes c
    where c.org_id = ${org_id} and c.import_id = ${importId} and c.kind = ${kind} and c.taken_back_at is null`
  // Categories created by the import may be deleted: until then no product can be added to one.
  await tx.run(sql`
    select from categories
    where org_id = ${org_id} and id in (
      ${changed('category')}
      union all
      select r.record_id from import_records r
      where r.org_id = ${org_id} and r.import_id = ${importId} and r.kind = 'category' and r.taken_back_at is null)
    order by id for update`)
  for (const [table, kind] of [
    ['suppliers', 'supplier'],
    ['locations', 'location'],
  ] as const) {
    await tx.run(sql`
      select from ${sql.ref(table)} where org_id = ${org_id} and id in (${changed(kind)}) order by id for no key update`)
  }
  await lockLocations(tx, actor)
  await tx.run(sql`
    select from products
    where org_id = ${org_id} and id in (
      ${changed('product')}
      union all
      select r.record_id from import_records r
      where r.org_id = ${org_id} and r.import_id = ${importId} and r.kind = 'product' and r.taken_back_at is null
      union all
      select p.product_id from import_postings p
      where p.org_id = ${org_id} and p.import_id = ${importId} and p.undone_at is null)
    order by id for update`)
}
