import { removeWebhook } from '../../contract/webhooks.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/** Removes an address with its deliveries and its log. Refuses not_found. */
export const removeWebhookCommand = implement(removeWebhook, async (tx, { org_id }, { id }) => {
  const removed = await tx.run(sql`delete from webhook_endpoints where org_id = ${org_id} and id = ${id}`)
  if (removed === 0) refuse('not_found')
  return { id }
})
