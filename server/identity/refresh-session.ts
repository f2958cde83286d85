import type { z } from 'zod'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { tokenPattern } from '../platform/tokens.ts'
import type { IdentityConfig } from './config.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import type { refreshGrantInput } from './inputs.ts'
import { takeToken } from './rate-limits.ts'
import {
  currentToken,
  successorsAreUnknown,
  refreshTokensSince,
  rotateRefreshToken,
  sessionOfRefreshToken,
} from './refresh-tokens.ts'
import { refuseIdentity, type IdentityCode } from './refusals.ts'
import { sessionAnswer } from './session-answer.ts'
import { endSession, type Assurance, type OpenSession } from './sessions.ts'
import { findUser, type User } from './users.ts'

type Outcome =
  | { user: User; session: OpenSession }
  | {
      refused: Extract<IdentityCode, `refresh_token_${string}` | 'session_expired' | 'user_banned'>
      session_id: string | null
    }

/**
 * Exchanges a refresh token for a new session answer. One session's refreshes take turns on its row, so any number of
 * tabs may present the same token at once and all get the same successor:
 *
 * - the current token: rotated;
 * - its direct parent (the client lost the answer): the current one again, at any time;
 * - an older one, replaced within the reuse interval: the current one again;
 * - an older one, later: refresh_token_already_used, and the whole session ends, which is committed although the answer
 *   is an error;
 * - one from before the session proved a second factor: unavailable for a minute, later as an old one; never the
 *   current one;
 * - never issued, or of a session signed out: refresh_token_not_found;
 * - idle or open for too long: session_expired;
 * - of a banned user: user_banned.
 */
export async function refreshSession(deps: IdentityDeps, caller: Caller, input: z.output<typeof refreshGrantInput>) {
  const { db, config } = deps
  // Never 429: clients drop their session on any 4xx, and wait and retry on 503.
  await takeToken(db, `refresh:${caller.peer}`, config.rates.refreshByPeer, 'unavailable')
  const token = input.refresh_token
  if (!tokenPattern.test(token)) refuseIdentity('validation_failed', 'Refresh token is not valid')
  const outcome = await db.transaction(null, (tx) => exchange(tx, config, token))
  if ('user' in outcome) return sessionAnswer(deps, outcome.user, outcome.session)
  const { refused, session_id } = outcome
  caller.log.warn({ event: 'refresh_refused', code: refused, session_id, peer: caller.peer }, 'refresh refused')
  return refuseIdentity(refused)
}

async function exchange(tx: Tx, config: IdentityConfig, token: string): Promise<Outcome> {
  const issued = await sessionOfRefreshToken(tx, token)
  if (!issued) return { refused: 'refresh_token_not_found', session_id: null }
  const { session_id } = issued
  const session = await lockSession(tx, session_id, config)
  if (!session) return { refused: 'refresh_token_not_found', session_id }
  if (session.is_banned) return { refused: 'user_banned', session_id }
  if (session.end_reason) return { refused: refusalOfEnded(session.end_reason), session_id }
  if (session.is_expired) {
    await endSession(tx, session_id, 'expired')
    return { refused: 'session_expired', session_id }
  }
  const rows = await refreshTokensSince(tx, session_id, token, config.reuseIntervalSeconds)
  const [presented] = rows
  if (!presented) throw new Error('a refresh token vanished under its session lock')
  if (successorsAreUnknown(rows)) {
    // Another tab may have sent it while this one proved the second factor, and must not end the session: it retries
    // with the new token.
    if (presented.replaced_lately) refuseIdentity('unavailable')
    await endSession(tx, session_id, 'token_reused')
    return { refused: 'refresh_token_already_used', session_id }
  }
  const isCurrent = rows.length === 1
  const isParent = rows.length === 2
  if (!isCurrent && !isParent && !presented.replaced_within_interval) {
    await endSession(tx, session_id, 'token_reused')
    return { refused: 'refresh_token_already_used', session_id }
  }
  const refresh_token = isCurrent
    ? await rotateRefreshToken(tx, session_id, token, presented.generation)
    : currentToken(token, rows)
  await tx.run(sql`update auth.sessions set refreshed_at = clock_timestamp() where id = ${session_id}`)
  const user = await findUser(tx, session.user_id)
  if (!user) throw new Error('a session outlived its user')
  return { user, session: { id: session_id, amr: session.amr, aal: session.aal, refresh_token } }
}

type LockedSession = Assurance & {
  user_id: string
  end_reason: string | null
  is_expired: boolean
  is_banned: boolean
}

/** The session, locked: the following statements see every refresh that was committed before. */
function lockSession(tx: Tx, session_id: string, config: IdentityConfig): Promise<LockedSession | undefined> {
  return tx.maybe(
    sql<LockedSession>`
      select s.user_id, s.amr, s.aal, s.end_reason,
        s.refreshed_at < clock_timestamp() - make_interval(days => ${config.sessionIdleDays})
          or s.created_at < clock_timestamp() - make_interval(days => ${config.sessionAbsoluteDays}) as is_expired,
        coalesce(u.banned_until > clock_timestamp(), false) as is_banned
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = ${session_id} for update of s`,
  )
}

function refusalOfEnded(reason: string) {
  if (reason === 'token_reused') return 'refresh_token_already_used'
  if (reason === 'expired') return 'session_expired'
  return 'refresh_token_not_found'
}
