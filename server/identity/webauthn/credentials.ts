import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { refuseIdentity } from '../refusals.ts'
import type { NewCredential, Purpose, StoredCredential } from './ceremonies.ts'

/** A passkey as its owner sees it. */
export type Passkey = Readonly<{
  id: string
  friendly_name: string | null
  created_at: string
  last_used_at: string | null
}>

const columns = sql`c.id, c.credential_id, c.public_key, c.sign_count::text as sign_count, c.transports`

/** A user's passkeys, or the security keys of their factors. */
export function credentialsOf(tx: Tx, user_id: string, purpose: Purpose): Promise<StoredCredential[]> {
  return tx.all(sql<StoredCredential>`
    select ${columns} from auth.webauthn_credentials c
    where c.user_id = ${user_id} and (c.factor_id is null) = ${purpose === 'passkey'} order by c.created_at, c.id`)
}

/** The security key of a factor, locked. */
export function lockCredentialOfFactor(tx: Tx, factor_id: string): Promise<StoredCredential | undefined> {
  return tx.maybe(sql<StoredCredential>`
    select ${columns} from auth.webauthn_credentials c where c.factor_id = ${factor_id} for update`)
}

/** The passkey with this id from a browser, and its owner. */
export function findPasskey(
  tx: Tx,
  credential_id: string,
): Promise<(StoredCredential & { user_id: string }) | undefined> {
  return tx.maybe(sql<StoredCredential & { user_id: string }>`
    select ${columns}, c.user_id from auth.webauthn_credentials c
    where c.credential_id = ${credential_id} and c.factor_id is null`)
}

/** Stores a credential. Refuses webauthn_credential_exists. */
export async function insertCredential(
  tx: Tx,
  owner: { user_id: string; factor_id: string | null },
  credential: NewCredential,
): Promise<Passkey> {
  const made = await tx.maybe(sql<Passkey>`
    insert into auth.webauthn_credentials (id, user_id, factor_id, credential_id, public_key, sign_count, transports)
    values (${newId()}, ${owner.user_id}, ${owner.factor_id}, ${credential.credential_id}, ${Buffer.from(credential.public_key)},
      ${credential.sign_count}, ${credential.transports})
    on conflict (credential_id) do nothing
    returning id, friendly_name, created_at, last_used_at`)
  return made ?? refuseIdentity('webauthn_credential_exists')
}

/**
 * Records a signature; false if another request reached the count in the meantime. Devices that don't count report 0.
 */
export async function noteUse(tx: Tx, id: string, sign_count: number): Promise<boolean> {
  const noted = await tx.run(sql`
    update auth.webauthn_credentials set sign_count = ${sign_count}, last_used_at = clock_timestamp()
    where id = ${id} and (sign_count < ${sign_count} or (sign_count = 0 and ${sign_count} = 0))`)
  return noted === 1
}

export function listPasskeysOf(tx: Tx, user_id: string): Promise<Passkey[]> {
  return tx.all(sql<Passkey>`
    select id, friendly_name, created_at, last_used_at from auth.webauthn_credentials
    where user_id = ${user_id} and factor_id is null order by created_at, id`)
}

/** The passkey in the format of GoTrue's clients: unset fields are left out. */
export function passkeyAnswer({ id, friendly_name, created_at, last_used_at }: Passkey) {
  return {
    id,
    ...(friendly_name !== null && { friendly_name }),
    created_at,
    ...(last_used_at !== null && { last_used_at }),
  }
}
