import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/** One line of the log: status and time, no bodies. An address removed in the meantime has none. */
export async function logAttempt(
  tx: Tx,
  attempt: {
    org_id: string
    endpoint_id: string
    number: number | null
    type: string
    milliseconds: number
    status: number | null
    failure: string | null
  },
): Promise<void> {
  const { org_id, endpoint_id, number, type, milliseconds, status, failure } = attempt
  await tx.run(sql`
    insert into webhook_attempts (org_id, endpoint_id, number, type, milliseconds, status, failure)
    select ${org_id}, e.id, ${number}::bigint, ${type}, ${milliseconds}::integer, ${status}::integer, ${failure}
    from webhook_endpoints e where e.org_id = ${org_id} and e.id = ${endpoint_id} for key share`)
}
