import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { mayCloseLocation } from '../../../ledger/locations.ts'
import { isAnyoneLimitedTo } from '../../locations/only-location.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Hides (or deletes, if they never had stock) the locations an import created that are empty, that no product names,
 * and that no one has edited, given a minimum, or limited a member or API key to. Comes last, after products, levels
 * and totals were locked: a location in use stays.
 */
export async function removeLocations(tx: Tx, actor: Actor, importId: string): Promise<void> {
  const unused = await tx.all(sql<{ id: string }>`
    select l.id
    from import_records r
    join locations l on l.org_id = ${actor.org_id} and l.id = r.record_id
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'location' and l.hidden_at is null
      and not l.is_default and l.version = coalesce(r.record_version, 1)
      and not exists (select from stock_rules s where s.org_id = ${actor.org_id} and s.location_id = l.id)
      and not exists (select from products p
        where p.org_id = ${actor.org_id} and p.archived_at is null and lower(p.location) = lower(l.name))
    order by l.id`)
  for (const { id } of unused) {
    // Only under the lock of the location: until then someone could be limited to it.
    const isClosable = (await mayCloseLocation(tx, actor, id)) && !(await isAnyoneLimitedTo(tx, actor, id))
    if (isClosable) await closeLocation(tx, actor, importId, id)
  }
}

async function closeLocation(tx: Tx, actor: Actor, importId: string, id: string): Promise<void> {
  await tx.run(sql`select app.delete_location(${actor.org_id}, ${id})`)
  await tx.run(sql`
    update import_records r
    set taken_back_at = coalesce((select l.hidden_at from locations l where l.org_id = ${actor.org_id} and l.id = ${id}), clock_timestamp())
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.kind = 'location' and r.record_id = ${id}`)
}
