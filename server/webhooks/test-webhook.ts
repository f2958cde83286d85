import { testWebhook } from '../../contract/webhooks.ts'
import type { Tx } from '../platform/db.ts'
import { implementPrepared, type Actor, type Implementation } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { sourceOf, testEvent } from './cloud-event.ts'
import { logAttempt } from './log-attempt.ts'
import { openSecrets, refuseLostSecret } from './open-secret.ts'
import { requestOf } from './request.ts'
import type { WebhookServices } from './services.ts'

type Kept = { org_id: string; endpoint_id: string; url: string; secret: string; previous_secret: string | null }

/**
 * Sends a test, once, also to an address that is paused or off; no connection waits for the response. Refuses
 * not_found, and wrong_status if its secret was lost.
 */
export function testWebhookCommand({ secrets, siteUrl, send }: WebhookServices): Implementation {
  return implementPrepared(testWebhook, {
    check: (tx, actor, { id }) => keptOf(tx, actor, id),
    prepare: async ({ org_id }, _input, kept) => {
      const event = testEvent(`${org_id}_test_${newId()}`, sourceOf(siteUrl, org_id))
      const readable = openSecrets(secrets, kept)
      if (readable.length === 0) refuseLostSecret()
      const { headers, body } = requestOf(event, readable)
      const began = performance.now()
      const sent = await send(kept.url, headers, body, new AbortController().signal)
      return { ...sent, event_id: event.id, milliseconds: Math.floor(performance.now() - began) }
    },
    run: async (tx, { org_id }, { id }, { event_id, status, failure, milliseconds }) => {
      await logAttempt(tx, { org_id, endpoint_id: id, number: null, type: 'test', milliseconds, status, failure })
      return { event_id, status, failure, milliseconds }
    },
  })
}

async function keptOf(tx: Tx, { org_id }: Actor, id: string): Promise<Kept> {
  const kept = await tx.maybe(sql<Kept>`
    select org_id, id as endpoint_id, url, secret,
      case when previous_secret_until > clock_timestamp() then previous_secret end as previous_secret
    from webhook_endpoints where org_id = ${org_id} and id = ${id}`)
  return kept ?? refuse('not_found')
}
