import { scannedLocationCode } from '../../contract/location-codes.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/**
 * The ids of the locations, active or not, with the code that was scanned or typed from a label: usually one. None, and
 * without a query, if the text isn't such a code.
 */
export async function findScannedLocations(tx: Tx, actor: Actor, text: string): Promise<string[]> {
  const code = scannedLocationCode(text)
  if (code === null) return []
  const found = await tx.all(sql<{ id: string }>`
    select l.id from locations l
    where l.org_id = ${actor.org_id} and l.hidden_at is null and app.location_code(l.id) = ${code} order by l.id`)
  return found.map(({ id }) => id)
}
