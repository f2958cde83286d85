import { resumeWebhook } from '../../contract/webhooks.ts'
import { implement, type Implementation } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { lockWebhook, requireNumber } from './lock-webhook.ts'
import { refuseLostSecret } from './open-secret.ts'
import { readWebhook } from './queries.ts'
import type { WebhookServices } from './services.ts'

/**
 * Turns an address on and sends everything after a number (again); without one, waiting deliveries are due immediately.
 * Refuses not_found, wrong_status if its secret was lost, and feed_position_gone for a number that the feed can't
 * continue from.
 */
export function resumeWebhookCommand({ deliverer }: WebhookServices): Implementation {
  return implement(resumeWebhook, async (tx, actor, { id, after }) => {
    const { org_id } = actor
    const { switched_off_because } = await lockWebhook(tx, actor, id)
    if (switched_off_because === 'secret_lost') refuseLostSecret()
    if (after !== undefined) {
      await requireNumber(tx, actor, after)
      // Those after the number are recorded again.
      await tx.run(sql`
        delete from webhook_deliveries
        where org_id = ${org_id} and endpoint_id = ${id} and number > ${after} and delivered_at is null`)
    }
    await tx.run(sql`
      update webhook_progress
      set switched_off_at = null, switched_off_because = null, recorded_through = coalesce(${after ?? null}::bigint, recorded_through)
      where org_id = ${org_id} and endpoint_id = ${id}`)
    await tx.run(sql`
      update webhook_deliveries set due_at = clock_timestamp(), first_failed_at = null, attempts = 0
      where org_id = ${org_id} and endpoint_id = ${id} and delivered_at is null`)
    deliverer.poke()
    return readWebhook(tx, actor, id)
  })
}
