import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { insertFirstRefreshToken } from './refresh-tokens.ts'

/** Where a request comes from, as far as we trust it. */
export type Origin = { peer: string; user_agent: string }

/** A session with the refresh token its holder gets now. `signed_in_at` is in Unix seconds. */
export type OpenSession = { id: string; signed_in_at: number; refresh_token: string }

export type EndReason = 'signed_out' | 'password_changed' | 'token_reused' | 'expired'

/** A session that was not refreshed for this long is over; until then a replayed refresh token of it is recognised as one. */
const forgottenAfterDays = 90

/** Beyond this many a user's oldest sessions are forgotten: a script that signs in for each job and never out. */
const sessionsPerUserMax = 100

/** Opens a session for a user who just proved who they are, and forgets those that are long over or too many. */
export async function openSession(tx: Tx, user_id: string, origin: Origin): Promise<OpenSession> {
  const id = newId()
  const [session, refresh_token] = await Promise.all([
    tx.one(sql<{ signed_in_at: number }>`
      insert into auth.sessions (id, user_id, peer, user_agent)
      values (${id}, ${user_id}, ${origin.peer}, ${origin.user_agent})
      returning extract(epoch from created_at)::bigint as signed_in_at`),
    insertFirstRefreshToken(tx, id),
    forgetOldSessions(tx, user_id),
  ])
  return { id, signed_in_at: session.signed_in_at, refresh_token }
}

async function forgetOldSessions(tx: Tx, user_id: string): Promise<void> {
  // Locked in id order, as in endSessionsOf, so that the two never wait for each other.
  await tx.run(sql`
    delete from auth.sessions where id in (
      select id from auth.sessions
      where user_id = ${user_id} and (
        refreshed_at < clock_timestamp() - make_interval(days => ${forgottenAfterDays})
        or id in (
          select id from auth.sessions where user_id = ${user_id} order by created_at desc offset ${sessionsPerUserMax}))
      order by id for update)`)
}

/** Ends one session. Its access tokens are refused from the next request on. */
export async function endSession(tx: Tx, session_id: string, reason: EndReason): Promise<void> {
  await tx.run(sql`
    update auth.sessions set ended_at = clock_timestamp(), end_reason = ${reason}
    where id = ${session_id} and ended_at is null`)
}

/** Ends all sessions of a user, but for one when it is given. */
export async function endSessionsOf(
  tx: Tx,
  user_id: string,
  reason: EndReason,
  except: string | null = null,
): Promise<void> {
  // In id order, so that two of these at once never wait for each other.
  await tx.run(sql`
    update auth.sessions set ended_at = clock_timestamp(), end_reason = ${reason}
    where id in (
      select id from auth.sessions
      where user_id = ${user_id} and ended_at is null and id is distinct from ${except}::uuid
      order by id for update)`)
}

/** Whether a session lives, and whether it began recently enough to change the password without giving the old one. */
export function liveSession(
  tx: Tx,
  session_id: string,
  user_id: string,
  freshMinutes: number,
): Promise<{ is_fresh: boolean } | undefined> {
  return tx.maybe(
    sql<{ is_fresh: boolean }>`
      select created_at > clock_timestamp() - make_interval(mins => ${freshMinutes}) as is_fresh
      from auth.sessions where id = ${session_id} and user_id = ${user_id} and ended_at is null`,
  )
}

/** Whether this user ever signed in from this address in a session we still know. */
export async function knowsPeer(tx: Tx, email: string, peer: string): Promise<boolean> {
  const { known } = await tx.one(
    sql<{ known: boolean }>`
      select exists (
        select from auth.sessions s join auth.users u on u.id = s.user_id
        where u.email = ${email} and s.peer = ${peer}) as known`,
  )
  return known
}
