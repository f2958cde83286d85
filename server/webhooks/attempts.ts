import { listWebhookAttempts, type WebhookAttempt } from '../../contract/webhooks.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { readWebhook } from './queries.ts'

export const listWebhookAttemptsQuery = implement(listWebhookAttempts, async (tx, actor, { id, limit, cursor }) => {
  await readWebhook(tx, actor, id)
  const before = cursor === undefined ? null : attemptOf(cursor)
  const rows = await tx.all(sql<WebhookAttempt>`
    select id, number, type, attempted_at, milliseconds, status, failure from webhook_attempts
    where org_id = ${actor.org_id} and endpoint_id = ${id} and (${before}::bigint is null or id < ${before}::bigint)
    order by id desc limit ${sql.rows(limit + 1)}`)
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? String(items.at(-1)?.id) : null }
})

function attemptOf(cursor: string): string {
  if (!/^\d{1,15}$/.test(cursor)) refuse('invalid_input', { cursor }, 'This page cursor isn’t valid.')
  return cursor
}
