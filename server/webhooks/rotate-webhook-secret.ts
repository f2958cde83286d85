import { limits } from '../../contract/limits.ts'
import { rotateWebhookSecret } from '../../contract/webhooks.ts'
import { implement, type Implementation } from '../platform/endpoint.ts'
import { webhookSecretContext } from '../platform/secret-key.ts'
import { openIfPossible } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { lockWebhook } from './lock-webhook.ts'
import { readWebhook } from './queries.ts'
import type { WebhookServices } from './services.ts'
import { newSecret } from './signatures.ts'

/**
 * Creates a new secret; the previous one also signs for a day. A webhook whose secret was lost is turned on again.
 * Refuses not_found.
 */
export function rotateWebhookSecretCommand({ secrets, deliverer }: WebhookServices): Implementation {
  return implement(rotateWebhookSecret, async (tx, actor, { id }) => {
    const { org_id } = actor
    const { switched_off_because } = await lockWebhook(tx, actor, id)
    const context = webhookSecretContext(org_id, id)
    const { sealed } = await tx.one(sql<{ sealed: string }>`
      select secret as sealed from webhook_endpoints where org_id = ${org_id} and id = ${id} for update`)
    const previous = openIfPossible(secrets, sealed, context) === null ? null : sealed
    const secret = newSecret()
    await tx.run(sql`
      update webhook_endpoints
      set previous_secret = ${previous}, secret = ${secrets.seal(secret, context)},
        previous_secret_until = case when ${previous}::text is not null
          then clock_timestamp() + make_interval(hours => ${limits.webhookRotationHours}) end,
        version = version + 1, updated_at = app.now()
      where org_id = ${org_id} and id = ${id}`)
    if (switched_off_because === 'secret_lost') {
      await tx.run(sql`
        update webhook_progress set switched_off_at = null, switched_off_because = null
        where org_id = ${org_id} and endpoint_id = ${id}`)
      deliverer.poke()
    }
    return { ...(await readWebhook(tx, actor, id)), secret }
  })
}
