import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'

/** Deletes the categories an import created that no one has edited and no product uses. */
export async function removeCategories(tx: Tx, actor: Actor, importId: string): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from categories c
      using import_records r
      where c.org_id = ${actor.org_id} and c.version = 1
        and r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'category' and r.record_id = c.id
        and not exists (select from products p where p.org_id = ${actor.org_id} and p.category_id = c.id and p.archived_at is null)
      returning c.id)
    update import_records r set taken_back_at = clock_timestamp()
    from gone
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'category' and r.record_id = gone.id`)
}

/**
 * Deletes the suppliers an import created that no one has edited and nothing names but the products that this undo
 * archived.
 */
export async function removeSuppliers(tx: Tx, actor: Actor, importId: string): Promise<void> {
  const unedited = await tx.all(sql<{ id: string }>`
    select s.id
    from import_records r
    join suppliers s on s.org_id = ${actor.org_id} and s.id = r.record_id
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'supplier' and s.version = 1
    order by s.id`)
  const gone: string[] = []
  for (const { id } of unedited) {
    const { removed } = await tx.one(sql<{ removed: boolean }>`
      select app.remove_imported_supplier(${actor.org_id}, ${importId}, ${id}) as removed`)
    if (removed) gone.push(id)
  }
  await tx.run(sql`
    update import_records r set taken_back_at = clock_timestamp()
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'supplier' and r.record_id = any(${gone}::uuid[])`)
}
