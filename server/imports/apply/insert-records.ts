import type { ImportKind } from '../../../contract/import-fields.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'
import { changeableColumns, recordTables, storedColumns } from '../sheets/tables.ts'
import type { PlannedLocation } from '../plan/locations.ts'

/** Creates new records of a kind: each column from the key of its name. */
export async function insertRecords(
  tx: Tx,
  actor: Actor,
  kind: ImportKind,
  records: readonly { id: string }[],
): Promise<void> {
  if (records.length === 0) return
  const table = sql.ref(recordTables[kind].table)
  const columns = storedColumns(kind)
  await tx.run(sql`
    insert into ${table} (org_id, id, user_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${actor.org_id}, n.id, ${actor.user_id}, ${sql.join(columns.map((column) => sql.ref(`n.${column}`)))}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb) as n`)
}

/** Creates new locations, and restores those that an undo had hidden, with the file's fields. */
export async function insertLocations(tx: Tx, actor: Actor, locations: PlannedLocation[]): Promise<void> {
  await insertRecords(
    tx,
    actor,
    'location',
    locations.filter(({ hidden }) => !hidden),
  )
  const hidden = locations.filter((location) => location.hidden)
  if (hidden.length === 0) return
  const given = changeableColumns('location').map(
    (column) => sql`${sql.ref(column)} = coalesce(${sql.ref(`n.${column}`)}, ${sql.ref(`l.${column}`)})`,
  )
  await tx.run(sql`
    update locations l
    set hidden_at = null, is_active = true, ${sql.join(given)}, version = l.version + 1, updated_at = clock_timestamp()
    from jsonb_populate_recordset(null::locations, ${JSON.stringify(hidden)}::jsonb) as n
    where l.org_id = ${actor.org_id} and l.id = n.id`)
}
