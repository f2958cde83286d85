import { listWebhookAttempts, type WebhookAttempt } from '../../contract/webhooks.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { readWebhook } from './queries.ts'

const newestFirst: SortOrder = { name: 'newest', direction: 'desc', columns: [{ by: sql`id`, type: 'bigint' }] }

export const listWebhookAttemptsQuery = implement(listWebhookAttempts, async (tx, actor, { id, limit, cursor }) => {
  const { key, after, order } = keyset(newestFirst, cursor)
  await readWebhook(tx, actor, id)
  const rows = await tx.all(sql<WebhookAttempt & { page_key: string[] }>`
    select id, number, type, attempted_at, milliseconds, status, failure, ${key} from webhook_attempts
    where org_id = ${actor.org_id} and endpoint_id = ${id} and ${after} ${order} limit ${sql.rows(limit + 1)}`)
  return pageOf(rows, limit, newestFirst)
})
