import { limits } from '../../contract/limits.ts'
import { createWebhook } from '../../contract/webhooks.ts'
import { lockMembers } from '../members/lock-members.ts'
import { implement, type Implementation } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { webhookSecretContext } from '../platform/secret-key.ts'
import { sql } from '../platform/sql.ts'
import type { WebhookServices } from './services.ts'
import { requireAllowed } from './require-allowed.ts'
import { readWebhook } from './queries.ts'
import { newSecret } from './signatures.ts'

/**
 * Adds an address that receives events, starting with the next one. Refuses, in this order: invalid_input (an address
 * that the guard never allows), already_exists, limit_reached.
 */
export function createWebhookCommand({ secrets, rules }: WebhookServices): Implementation {
  return implement(
    createWebhook,
    async (tx, actor, { id = newId(), name, url, nouns }) => {
      requireAllowed(url, rules)
      await lockMembers(tx, actor, 'webhooks.write')
      const { count } = await tx.one(sql<{ count: number }>`
        select count(*)::integer as count from webhook_endpoints where org_id = ${actor.org_id}`)
      if (count >= limits.webhooksPerOrganization)
        refuse(
          'limit_reached',
          { limit: limits.webhooksPerOrganization },
          'You’ve reached the limit of webhooks. Remove one first.',
        )
      const secret = newSecret()
      await tx.run(sql`
        insert into webhook_endpoints (org_id, id, user_id, name, url, nouns, secret)
        values (${actor.org_id}, ${id}, ${actor.user_id}, ${name}, ${url}, ${[...new Set(nouns)]},
          ${secrets.seal(secret, webhookSecretContext(actor.org_id, id))})`)
      await tx.run(sql`
        insert into webhook_progress (org_id, endpoint_id, recorded_through)
        select ${actor.org_id}, ${id}, coalesce((select newest from feed_state where org_id = ${actor.org_id}), 0)`)
      return { ...(await readWebhook(tx, actor, id)), secret }
    },
    { webhook_endpoints_pkey: { code: 'already_exists', fields: { id: 'This ID is already taken' } } },
  )
}
