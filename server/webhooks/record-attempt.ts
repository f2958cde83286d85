import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Sent } from '../platform/outside/send.ts'
import { sql } from '../platform/sql.ts'
import type { Sending } from './claim-deliveries.ts'
import { logAttempt } from './log-attempt.ts'
import { pauseSeconds } from './retries.ts'
import { switchOff } from './switch-off.ts'

type Attempt = { number: number; type: string; attempts: number; milliseconds: number; sent: Sent }

/**
 * Writes the log and the effect of the attempt. An address that fails for days, or reports that it is gone, is turned
 * off.
 */
export async function recordAttempt(
  tx: Tx,
  sending: Sending,
  { number, type, attempts, milliseconds, sent: { status, failure } }: Attempt,
): Promise<'delivered' | 'failed' | 'switched_off'> {
  const { org_id, endpoint_id } = sending
  const isDelivered = status !== null && status >= 200 && status < 300
  await logAttempt(tx, { org_id, endpoint_id, number, type, milliseconds, status, failure })
  if (isDelivered) {
    await resendAfterOutage(tx, sending)
    await tx.run(sql`
      update webhook_deliveries set delivered_at = clock_timestamp()
      where org_id = ${org_id} and endpoint_id = ${endpoint_id} and number = ${number}`)
    return 'delivered'
  }
  if (!(await isStillThere(tx, sending))) return 'failed'
  const failing = await tx.maybe(sql<{ too_long: boolean }>`
    update webhook_deliveries
    set first_failed_at = coalesce(first_failed_at, clock_timestamp()),
      due_at = clock_timestamp() + make_interval(secs => ${pauseSeconds(attempts)})
    where org_id = ${org_id} and endpoint_id = ${endpoint_id} and number = ${number} and delivered_at is null
    returning first_failed_at < clock_timestamp() - make_interval(days => ${limits.webhookFailingDays}) as too_long`)
  const because = status === 410 ? 'gone' : failing?.too_long ? 'failing' : null
  if (because === null) return 'failed'
  return (await switchOff(tx, sending, because)) ? 'switched_off' : 'failed'
}

/** Whether the webhook still has the address that responded: failures of a previous one don't count. */
async function isStillThere(tx: Tx, { org_id, endpoint_id, url }: Sending): Promise<boolean> {
  const found = await tx.maybe(sql`
    select from webhook_endpoints where org_id = ${org_id} and id = ${endpoint_id} and url = ${url}`)
  return found !== undefined
}

/**
 * The receiver works again: what it refused during an outage is due now, or events of these records would wait for up
 * to half a day. While others are accepted, a refused event keeps its pause. Claims of this moment are left alone.
 */
async function resendAfterOutage(tx: Tx, { org_id, endpoint_id }: Sending): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set due_at = clock_timestamp()
    where org_id = ${org_id} and endpoint_id = ${endpoint_id} and delivered_at is null
      and due_at > clock_timestamp() + make_interval(secs => ${limits.webhookClaimSeconds})
      and first_failed_at < clock_timestamp() - make_interval(mins => ${limits.webhookOutageMinutes})
      and not exists (
        select from webhook_deliveries
        where org_id = ${org_id} and endpoint_id = ${endpoint_id}
          and delivered_at > clock_timestamp() - make_interval(mins => ${limits.webhookOutageMinutes}))`)
}
