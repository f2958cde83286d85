import { recordPermission, type RecordType } from '../../contract/records.ts'
import type { Tx } from '../platform/db.ts'
import { may, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

export type RecordRef = Readonly<{ record_type: RecordType; record_id: string }>

/**
 * Refuses forbidden (an API key that may not read such records) and not_found (also for a record outside the member's
 * locations).
 */
export async function requireRecord(tx: Tx, actor: Actor, { record_type, record_id }: RecordRef): Promise<void> {
  const permission = recordPermission[record_type]
  if (!may(actor, permission)) refuse('forbidden', undefined, `This API key doesn’t have the ${permission} permission.`)
  const { sees } = await tx.one(
    sql<{ sees: boolean }>`select app.sees_record(${actor.org_id}, ${record_type}, ${record_id}) as sees`,
  )
  if (!sees) refuse('not_found')
}
