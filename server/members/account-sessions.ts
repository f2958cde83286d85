import { type AccountSession, endSession, listSessions } from '../../contract/account.ts'
import { endSession as end } from '../identity/sessions.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import type { AccountServices } from './delete-account.ts'

/** The caller's sessions that are open and have not expired. */
export const listSessionsQuery = (services: AccountServices) =>
  implement(listSessions, async (tx, { user_id, session_id }) => ({
    items: await tx.all(sql<AccountSession>`
      select id, user_agent, created_at, refreshed_at, id is not distinct from ${session_id}::uuid as is_current
      from auth.sessions
      where user_id = ${user_id} and ended_at is null
        and refreshed_at > clock_timestamp() - make_interval(days => ${services.sessionLife.sessionIdleDays})
        and created_at > clock_timestamp() - make_interval(days => ${services.sessionLife.sessionAbsoluteDays})
      order by is_current desc, refreshed_at desc, id`),
  }))

/** Ends one of the caller's sessions, including this one. Refuses not_found (another person's, or ended). */
export const endSessionCommand = implement(endSession, async (tx, { user_id }, { session_id }) => {
  const found = await tx.all(sql`
    select from auth.sessions where id = ${session_id} and user_id = ${user_id} and ended_at is null for update`)
  if (found.length === 0) refuse('not_found')
  await end(tx, session_id, 'signed_out')
  return { id: session_id }
})
