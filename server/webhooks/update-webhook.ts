import { updateWebhook } from '../../contract/webhooks.ts'
import { implement, type Implementation } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { requireAllowed } from './require-allowed.ts'
import { readWebhook } from './queries.ts'
import type { WebhookServices } from './services.ts'

/**
 * Saves an address, and pauses or resumes it. A new address gets what waits immediately: it hasn't failed. Refuses, in
 * this order: invalid_input, not_found, conflict (with the current one).
 */
export function updateWebhookCommand({ rules, deliverer }: WebhookServices): Implementation {
  return implement(updateWebhook, async (tx, actor, { id, version, name, url, nouns, is_paused }) => {
    requireAllowed(url, rules)
    const saved = await tx.run(sql`
      with moved as (
        update webhook_deliveries d set due_at = clock_timestamp(), first_failed_at = null, attempts = 0
        from webhook_endpoints e
        where e.org_id = ${actor.org_id} and e.id = ${id} and e.version = ${version} and e.url <> ${url}
          and d.org_id = e.org_id and d.endpoint_id = e.id and d.delivered_at is null
      )
      update webhook_endpoints
      set name = ${name}, url = ${url}, nouns = ${[...new Set(nouns)]}, version = version + 1, updated_at = app.now(),
        paused_at = case when ${is_paused} then coalesce(paused_at, app.now()) end
      where org_id = ${actor.org_id} and id = ${id} and version = ${version}`)
    const webhook = await readWebhook(tx, actor, id)
    if (saved === 0) refuse('conflict', { record: webhook })
    deliverer.poke()
    return webhook
  })
}
