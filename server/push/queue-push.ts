import { sessionLife } from '../identity/config.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/** A message for a browser: shown unchanged, and a click opens `url`, a path of ours. */
export type PushMessage = Readonly<{ id: string; title: string; body: string; url: string }>

/**
 * Queues messages for every browser of these people, or for one session's, in the transaction of their cause: once for
 * each browser, even if it is called again with the same id. They are delivered after the commit (send-push.ts). A
 * session that couldn't read the notifications gets none: one that has expired, or that lacks a required second factor.
 */
export async function queuePushes(
  tx: Tx,
  org_id: string,
  messages: readonly Readonly<{ user_id: string; message: PushMessage }>[],
  session_id: string | null = null,
): Promise<void> {
  if (messages.length === 0) return
  const values = messages.map(({ user_id, message }) => ({ user_id, id: message.id, payload: { ...message, org_id } }))
  await tx.run(sql`
    insert into auth.push_messages (session_id, id, org_id, user_id, payload)
    select s.session_id, t.id, ${org_id}, t.user_id, t.payload
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as t (user_id uuid, id uuid, payload jsonb)
    join auth.push_subscriptions s on s.user_id = t.user_id
    join auth.sessions open on open.id = s.session_id and open.ended_at is null
      and open.refreshed_at > clock_timestamp() - make_interval(days => ${sessionLife.sessionIdleDays})
      and open.created_at > clock_timestamp() - make_interval(days => ${sessionLife.sessionAbsoluteDays})
    where (${session_id}::uuid is null or s.session_id = ${session_id}::uuid)
      and not app.lacks_second_factor(s.session_id, ${org_id})
      and (open.aal <> 'aal1' or not exists (
        select from auth.factors f where f.user_id = t.user_id and f.status = 'verified'))
    on conflict do nothing`)
}
