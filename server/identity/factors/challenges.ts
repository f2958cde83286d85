import type { Tx } from '../../platform/db.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { refuseIdentity } from '../refusals.ts'

/** A challenge for a factor. */
export type Challenge = Readonly<{
  id: string
  is_used: boolean
  is_expired: boolean
  peer: string
  webauthn_challenge: string | null
}>

const challengeSeconds = 300

/** Writes a challenge; `expires_at` is in Unix seconds. */
export async function writeChallenge(
  tx: Tx,
  factor_id: string,
  peer: string,
  webauthn_challenge: string | null = null,
): Promise<{ id: string; expires_at: number }> {
  await tx.run(sql`
    update auth.factors set last_challenged_at = clock_timestamp(), updated_at = clock_timestamp() where id = ${factor_id}`)
  return tx.one(sql<{ id: string; expires_at: number }>`
    insert into auth.factor_challenges (id, factor_id, peer, webauthn_challenge)
    values (${newId()}, ${factor_id}, ${peer}, ${webauthn_challenge})
    returning id, extract(epoch from created_at)::integer + ${challengeSeconds}::integer as expires_at`)
}

/**
 * The factor's open challenge. Refuses mfa_factor_not_found (422), mfa_ip_address_mismatch (another address, or used;
 * GoTrue has one code for both) and mfa_challenge_expired. The caller holds the user's lock.
 */
export async function requireChallenge(
  tx: Tx,
  factor_id: string,
  challenge_id: string,
  peer: string,
): Promise<Challenge> {
  const challenge = isUuid(challenge_id) ? await findChallenge(tx, factor_id, challenge_id) : undefined
  if (!challenge) {
    refuseIdentity('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found', { status: 422 })
  }
  if (challenge.is_used || challenge.peer !== peer) refuseIdentity('mfa_ip_address_mismatch')
  if (challenge.is_expired) {
    const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`
    refuseIdentity('mfa_challenge_expired', message)
  }
  return challenge
}

function findChallenge(tx: Tx, factor_id: string, challenge_id: string): Promise<Challenge | undefined> {
  return tx.maybe(sql<Challenge>`
    select id, peer, webauthn_challenge, used_at is not null as is_used,
      created_at < clock_timestamp() - make_interval(secs => ${challengeSeconds}) as is_expired
    from auth.factor_challenges where id = ${challenge_id} and factor_id = ${factor_id}`)
}

export async function spendChallenge(tx: Tx, challenge_id: string): Promise<void> {
  await tx.run(sql`update auth.factor_challenges set used_at = clock_timestamp() where id = ${challenge_id}`)
}
