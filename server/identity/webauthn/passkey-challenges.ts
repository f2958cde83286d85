import type { Database, Tx } from '../../platform/db.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { refuseIdentity } from '../refusals.ts'

const challengeSeconds = 300

/** Stores a challenge for a passkey; `user_id` null: the response will tell whose it is. */
export async function writePasskeyChallenge(
  tx: Tx,
  user_id: string | null,
  challenge: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  return tx.one(sql<{ challenge_id: string; expires_at: number }>`
    insert into auth.passkey_challenges (id, user_id, challenge) values (${newId()}, ${user_id}, ${challenge})
    returning id as challenge_id, extract(epoch from created_at)::integer + ${challengeSeconds}::integer as expires_at`)
}

/**
 * Uses up a challenge, even if the response is refused, and returns it. Refuses validation_failed (no id),
 * webauthn_challenge_not_found (used, another user's, or for the other purpose) and webauthn_challenge_expired.
 */
export async function spendPasskeyChallenge(
  db: Database,
  challenge_id: string,
  user_id: string | null,
): Promise<string> {
  if (challenge_id === '') refuseIdentity('validation_failed', 'challenge_id is required')
  if (!isUuid(challenge_id)) refuseIdentity('validation_failed', 'challenge_id must be a valid UUID')
  const spent = await db.transaction(null, (tx) =>
    tx.maybe(sql<{ challenge: string; is_expired: boolean }>`
      update auth.passkey_challenges set used_at = clock_timestamp()
      where id = ${challenge_id} and user_id is not distinct from ${user_id}::uuid and used_at is null
      returning challenge, created_at < clock_timestamp() - make_interval(secs => ${challengeSeconds}) as is_expired`),
  )
  if (!spent) refuseIdentity('webauthn_challenge_not_found')
  if (spent.is_expired) refuseIdentity('webauthn_challenge_expired')
  return spent.challenge
}
