import type { AssuranceLevel } from '../platform/access.ts'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { insertFirstRefreshToken } from './refresh-tokens.ts'
import { rememberDevice } from './remembered-devices.ts'
import { withinLast } from './within-last.ts'

/** The origin of a request, as far as we trust it. `device` is null if the browser's cookie can't be sent. */
export type Origin = { peer: string; user_agent: string; device: string | null }

/** How a session was created, as named in access tokens (`amr`). */
export type SignInMethod =
  | 'password'
  | 'oauth'
  | 'otp'
  | 'recovery'
  | 'magiclink'
  | 'email/signup'
  | 'invite'
  | 'email_change'
  | 'passkey'

/** What a session proves: how its user signed in, when (Unix seconds), and whether with a second factor (aal2). */
export type Assurance = { amr: { method: string; timestamp: number }[]; aal: AssuranceLevel }

/** A session with the refresh token its holder gets now. */
export type OpenSession = Assurance & { id: string; refresh_token: string }

export type EndReason =
  | 'signed_out'
  | 'password_changed'
  | 'token_reused'
  | 'code_reused'
  | 'expired'
  | 'banned'
  | 'deleted'
  | 'factor_added'
  | 'factors_reset'
  | 'passkey_removed'

/**
 * A session that wasn't refreshed for this long has ended; until then a replayed refresh token is recognized as one.
 */
const forgottenAfterDays = 90

/** Beyond this many, a user's oldest sessions are deleted: for scripts that sign in for each job and never out. */
const sessionsPerUserMax = 100

/**
 * Opens a session for a user who just proved who they are, remembers their browser, and deletes sessions that ended
 * long ago or are too many. `passkey_id` is the passkey they proved it with.
 */
export async function openSession(
  tx: Tx,
  user_id: string,
  origin: Origin,
  method: SignInMethod,
  passkey_id: string | null = null,
): Promise<OpenSession> {
  const id = newId()
  const [session, refresh_token] = await Promise.all([
    tx.one(sql<Assurance>`
      insert into auth.sessions (id, user_id, passkey_id, peer, user_agent, aal, amr)
      values (${id}, ${user_id}, ${passkey_id}, ${origin.peer}, ${origin.user_agent}, ${aalOf(method)},
        jsonb_build_array(jsonb_build_object('method', ${method}::text, 'timestamp', extract(epoch from clock_timestamp())::bigint)))
      returning amr, aal`),
    insertFirstRefreshToken(tx, id),
    forgetOldSessions(tx, user_id),
    origin.device === null ? undefined : rememberDevice(tx, user_id, origin.device),
    tx.run(sql`
      update auth.users set last_sign_in_at = clock_timestamp(), updated_at = clock_timestamp() where id = ${user_id}`),
  ])
  return { id, ...session, refresh_token }
}

/** A passkey is two factors in one: the device, and the PIN or fingerprint that it requires. */
function aalOf(method: SignInMethod): AssuranceLevel {
  return method === 'passkey' ? 'aal2' : 'aal1'
}

async function forgetOldSessions(tx: Tx, user_id: string): Promise<void> {
  // Locked in id order, as in endSessionsOf, so that the two never deadlock.
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

/** Ends all sessions of a user, except one if it is given. */
export async function endSessionsOf(
  tx: Tx,
  user_id: string,
  reason: EndReason,
  except: string | null = null,
): Promise<void> {
  // In id order, so that two of these at once never deadlock.
  await tx.run(sql`
    update auth.sessions set ended_at = clock_timestamp(), end_reason = ${reason}
    where id in (
      select id from auth.sessions
      where user_id = ${user_id} and ended_at is null and id is distinct from ${except}::uuid
      order by id for update)`)
}

/**
 * Ends the sessions that a passkey opened, except one if it is given. Of sessions from before 0810_sessions_of_passkeys
 * it isn't known which passkey opened them: they end as well.
 */
export async function endSessionsOfPasskey(
  tx: Tx,
  user_id: string,
  passkey_id: string,
  except: string | null,
): Promise<void> {
  // In id order, as above.
  await tx.run(sql`
    update auth.sessions set ended_at = clock_timestamp(), end_reason = 'passkey_removed'
    where id in (
      select id from auth.sessions
      where user_id = ${user_id} and ended_at is null and id is distinct from ${except}::uuid
        and coalesce(passkey_id = ${passkey_id}, amr @> '[{"method": "passkey"}]')
      order by id for update)`)
}

/**
 * How recent a session's proof is: `is_fresh` for the sign-in, or a password or emailed code given since;
 * `has_fresh_factor` for a second factor or a passkey.
 */
export type Freshness = { is_fresh: boolean; has_fresh_factor: boolean }

/** A session that has not ended, and whether what it proved is recent enough to change how its user signs in. */
export function liveSession(
  tx: Tx,
  session_id: string,
  user_id: string,
  freshMinutes: number,
): Promise<(Assurance & Freshness) | undefined> {
  const isFresh = (moment: Statement<unknown>) => withinLast(moment, freshMinutes * 60)
  return tx.maybe(
    sql<Assurance & Freshness>`
      select amr, aal, has_fresh_factor, ${isFresh(sql`created_at`)} or has_fresh_proof as is_fresh
      from auth.sessions, lateral (
        select coalesce(bool_or(method in ('password', 'otp')), false) as has_fresh_proof,
          coalesce(bool_or(method in ('totp', 'passkey') or method like 'mfa/%'), false) as has_fresh_factor
        from jsonb_to_recordset(amr) as proofs(method text, timestamp bigint)
        where ${isFresh(sql`to_timestamp(timestamp)`)}) fresh
      where id = ${session_id} and user_id = ${user_id} and ended_at is null`,
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
