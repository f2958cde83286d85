import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Call this after a webhook was paused, turned off or turned on. Waiting deliveries of one that sends nothing are never
 * due, so that the looks for due ones don't read them; those of one that sends again are due now, and the next look
 * finds it.
 */
export async function scheduleDeliveries(tx: Tx, endpoint: Endpoint): Promise<void> {
  const { org_id, endpoint_id } = endpoint
  const { is_sending } = await tx.one(sql<{ is_sending: boolean }>`
    select p.switched_off_at is null and e.paused_at is null as is_sending
    from webhook_progress p join webhook_endpoints e on e.org_id = p.org_id and e.id = p.endpoint_id
    where p.org_id = ${org_id} and p.endpoint_id = ${endpoint_id}`)
  await (is_sending ? wake(tx, endpoint) : park(tx, endpoint))
}

/** Without those whose attempt is being recorded: the one that turns the webhook off would wait for the others. */
async function park(tx: Tx, { org_id, endpoint_id }: Endpoint): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries d set due_at = 'infinity'
    from (
      select w.number from webhook_deliveries w
      where w.org_id = ${org_id} and w.endpoint_id = ${endpoint_id} and w.delivered_at is null and w.due_at < 'infinity'
      for no key update skip locked) waiting
    where d.org_id = ${org_id} and d.endpoint_id = ${endpoint_id} and d.number = waiting.number`)
}

async function wake(tx: Tx, { org_id, endpoint_id }: Endpoint): Promise<void> {
  await tx.run(sql`
    update webhook_progress set woken_by = pg_current_xact_id()
    where org_id = ${org_id} and endpoint_id = ${endpoint_id}`)
  await tx.run(sql`
    update webhook_deliveries set due_at = clock_timestamp()
    where org_id = ${org_id} and endpoint_id = ${endpoint_id} and delivered_at is null and due_at = 'infinity'`)
}
