import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { mayCloseLocation } from '../../../ledger/locations.ts'
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

/** Deletes the suppliers an import created that no one has edited and nothing names. */
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
      select app.remove_supplier(${actor.org_id}, ${id}) as removed`)
    if (removed) gone.push(id)
  }
  await tx.run(sql`
    update import_records r set taken_back_at = clock_timestamp()
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'supplier' and r.record_id = any(${gone}::uuid[])`)
}

/**
 * Hides (or deletes, if they never had stock) the locations an import created that are empty, that no product names and
 * no one has edited.
 */
export async function removeLocations(tx: Tx, actor: Actor, importId: string): Promise<void> {
  const unused = await tx.all(sql<{ id: string }>`
    select l.id
    from import_records r
    join locations l on l.org_id = ${actor.org_id} and l.id = r.record_id
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'location' and l.hidden_at is null
      and not l.is_default
      and not exists (select from products p
        where p.org_id = ${actor.org_id} and p.archived_at is null and lower(p.location) = lower(l.name))
    order by l.id`)
  for (const { id } of unused) {
    if (await mayCloseLocation(tx, actor, id)) await closeLocation(tx, actor, importId, id)
  }
}

async function closeLocation(tx: Tx, actor: Actor, importId: string, id: string): Promise<void> {
  await tx.run(sql`select app.delete_location(${actor.org_id}, ${id})`)
  await tx.run(sql`
    update import_records r
    set taken_back_at = coalesce((select l.hidden_at from locations l where l.org_id = ${actor.org_id} and l.id = ${id}), clock_timestamp())
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'location' and r.record_id = ${id}`)
}
