import { listWebhooks, type Webhook } from '../../contract/webhooks.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

const webhooksOf = ({ org_id }: Actor, condition: Statement<unknown> = sql`true`) => sql<Webhook>`
  select e.id, e.name, e.url, e.nouns, p.switched_off_because, p.switched_off_at, p.recorded_through, e.version, e.created_at,
    case when e.previous_secret_until > clock_timestamp() then e.previous_secret_until end as previous_secret_until,
    case when p.switched_off_at is not null then 'off' when e.paused_at is not null then 'paused'
      when w.is_failing then 'failing' else 'active' end as state,
    w.waiting, a.attempted_at as last_attempt_at, a.status as last_status
  from webhook_endpoints e
  join webhook_progress p on p.org_id = e.org_id and p.endpoint_id = e.id
  cross join lateral (
    select count(*)::integer as waiting, coalesce(bool_or(d.first_failed_at is not null), false) as is_failing
    from webhook_deliveries d where d.org_id = e.org_id and d.endpoint_id = e.id and d.delivered_at is null
  ) w
  left join lateral (
    select a.attempted_at, a.status from webhook_attempts a
    where a.org_id = e.org_id and a.endpoint_id = e.id order by a.id desc limit 1
  ) a on true
  where e.org_id = ${org_id} and ${condition}
  order by e.created_at, e.id`

export const listWebhooksQuery = implement(listWebhooks, async (tx, actor) => ({
  items: await tx.all(webhooksOf(actor)),
}))

/** One address. Refuses not_found. */
export async function readWebhook(tx: Tx, actor: Actor, id: string): Promise<Webhook> {
  return (await tx.maybe(webhooksOf(actor, sql`e.id = ${id}`))) ?? refuse('not_found')
}
