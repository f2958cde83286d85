import { limits } from '../../contract/limits.ts'
import { rotateWebhookSecret } from '../../contract/webhooks.ts'
import { implement, type Implementation } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { secretContext } from './open-secret.ts'
import { readWebhook } from './queries.ts'
import type { WebhookServices } from './services.ts'
import { newSecret } from './signatures.ts'

/** Creates a new secret; the previous one also signs for a day. Refuses not_found. */
export function rotateWebhookSecretCommand({ secrets }: WebhookServices): Implementation {
  return implement(rotateWebhookSecret, async (tx, actor, { id }) => {
    const secret = newSecret()
    const rotated = await tx.run(sql`
      update webhook_endpoints
      set previous_secret = secret, previous_secret_until = clock_timestamp() + make_interval(hours => ${limits.webhookRotationHours}),
        secret = ${secrets.seal(secret, secretContext(actor.org_id, id))}, version = version + 1, updated_at = app.now()
      where org_id = ${actor.org_id} and id = ${id}`)
    if (rotated === 0) refuse('not_found')
    return { ...(await readWebhook(tx, actor, id)), secret }
  })
}
