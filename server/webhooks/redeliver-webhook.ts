import { redeliverWebhook } from '../../contract/webhooks.ts'
import { implement, type Implementation } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { readEvents } from '../feed/read-events.ts'
import { sql } from '../platform/sql.ts'
import { lanesOf } from './lanes.ts'
import { lockWebhook, requireNumber } from './lock-webhook.ts'
import { readWebhook } from './queries.ts'
import type { WebhookServices } from './services.ts'

/**
 * Sends one event again. Refuses not_found (the address, or an event that it doesn't receive), and feed_position_gone.
 */
export function redeliverWebhookCommand({ deliverer }: WebhookServices): Implementation {
  return implement(redeliverWebhook, async (tx, actor, { id, number }) => {
    const { org_id } = actor
    const { nouns } = await lockWebhook(tx, actor, id)
    await requireNumber(tx, actor, number - 1, number)
    const { items } = await readEvents(tx, { org_id, after: number - 1, limit: 1, nouns })
    const event = items.find((one) => one.number === number) ?? refuse('not_found')
    await tx.run(sql`
      insert into webhook_deliveries (org_id, endpoint_id, number, type, lanes)
      values (${org_id}, ${id}, ${number}, ${event.type}, ${lanesOf(event)})
      on conflict (org_id, endpoint_id, number)
      do update set attempts = 0, due_at = clock_timestamp(), first_failed_at = null, delivered_at = null`)
    deliverer.poke()
    return readWebhook(tx, actor, id)
  })
}
