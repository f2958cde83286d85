import type { Tx } from '../../platform/db.ts'
import { sql } from '../../platform/sql.ts'
import { replaceRefreshToken } from '../refresh-tokens.ts'
import { amrWith } from '../session-proofs.ts'
import type { Assurance, OpenSession } from '../sessions.ts'

/** How a session proved a second factor, as named in access tokens (`amr`). */
type SecondFactorMethod = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code'

/**
 * Records that a session proved a second factor, ends the user's sessions that didn't, and gives the session a refresh
 * token that can't be derived from earlier ones. The caller holds the user's lock.
 */
export async function upgradeSession(
  tx: Tx,
  { user_id, session_id }: { user_id: string; session_id: string },
  factor_id: string,
  method: SecondFactorMethod,
): Promise<OpenSession> {
  // In id order, so that two of these at once never deadlock.
  await tx.run(sql`
    select from auth.sessions where user_id = ${user_id} and ended_at is null order by id for update`)
  await tx.run(sql`
    update auth.sessions set ended_at = clock_timestamp(), end_reason = 'factor_added'
    where user_id = ${user_id} and ended_at is null and aal = 'aal1' and id <> ${session_id}`)
  const assurance = await tx.one(sql<Assurance>`
    update auth.sessions set aal = 'aal2', factor_id = ${factor_id}, amr = ${amrWith(method)}
    where id = ${session_id} returning amr, aal`)
  return { id: session_id, ...assurance, refresh_token: await replaceRefreshToken(tx, session_id) }
}

/** Revokes what sessions proved with a factor that is being removed. A passkey alone has proven two factors. */
export async function downgradeSessions(tx: Tx, factor_id: string): Promise<void> {
  // In id order, as above.
  await tx.run(sql`
    update auth.sessions set factor_id = null,
      aal = case when amr @> '[{"method": "passkey"}]' then 'aal2' else 'aal1' end, amr = coalesce((
      select jsonb_agg(entry order by position) from jsonb_array_elements(amr) with ordinality as entries(entry, position)
      where entry ->> 'method' <> 'totp' and entry ->> 'method' not like 'mfa/%'), '[]')
    where id in (select id from auth.sessions where factor_id = ${factor_id} order by id for update)`)
}
