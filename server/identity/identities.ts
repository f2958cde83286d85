import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { normalEmail } from './inputs.ts'
import type { ProviderClaims } from './providers/provider-claims.ts'

/** A row of auth.identities: an account at a provider that is linked to a user. */
export type LinkedIdentity = Readonly<{
  id: string
  provider: string
  issuer: string
  subject: string
  email: string | null
  identity_data: Record<string, unknown>
  created_at: string
  updated_at: string
  last_sign_in_at: string | null
}>

/** The linked accounts of the user `u`, oldest first, as a column of the query that reads the user. */
export const identitiesColumn = sql`(
  select coalesce(jsonb_agg(to_jsonb(i) - 'user_id' order by i.created_at, i.id), '[]')
  from auth.identities i where i.user_id = u.id) as identities`

/** The identity in the format of GoTrue's clients: `id` is the provider's id for the person, `identity_id` ours. */
export function identityAnswer(user_id: string, identity: LinkedIdentity) {
  const { id, provider, subject, email, identity_data, created_at, updated_at, last_sign_in_at } = identity
  return {
    identity_id: id,
    id: subject,
    user_id,
    identity_data,
    provider,
    ...(last_sign_in_at !== null && { last_sign_in_at }),
    created_at,
    updated_at,
    ...(email !== null && { email }),
  }
}

/** The user linked to an account at a provider. */
export async function ownerOfIdentity(
  tx: Tx,
  provider: string,
  { issuer, subject }: ProviderClaims,
): Promise<string | undefined> {
  const found = await tx.maybe(sql<{ user_id: string }>`
    select user_id from auth.identities where provider = ${provider} and issuer = ${issuer} and subject = ${subject}`)
  return found?.user_id
}

/**
 * Links an account at a provider to a user, or updates what the provider reports; false if it is linked to another
 * user.
 */
export async function keepIdentity(
  tx: Tx,
  user_id: string,
  provider: string,
  claims: ProviderClaims,
): Promise<boolean> {
  const { issuer, subject } = claims
  const email = emailOf(claims)
  const data = JSON.stringify(identityData(claims))
  const kept = await tx.run(sql`
    insert into auth.identities as i (id, user_id, provider, issuer, subject, email, identity_data, last_sign_in_at)
    values (${newId()}, ${user_id}, ${provider}, ${issuer}, ${subject}, ${email}, ${data}::jsonb, clock_timestamp())
    on conflict (provider, issuer, subject) do update
      set email = excluded.email, identity_data = excluded.identity_data, last_sign_in_at = clock_timestamp(),
        updated_at = clock_timestamp()
      where i.user_id = excluded.user_id`)
  return kept === 1
}

function emailOf({ email }: ProviderClaims): string | null {
  return email === '' ? null : normalEmail(email)
}

/** The provider's claims that GoTrue stores, as far as they are shown. */
function identityData({ issuer, subject, email, email_verified, profile }: ProviderClaims): Record<string, unknown> {
  return {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    ...(email !== '' && { email: normalEmail(email) }),
    email_verified,
    phone_verified: false,
    ...profile,
    ...(profile['name'] !== undefined && { full_name: profile['full_name'] ?? profile['name'] }),
    ...(profile['picture'] !== undefined && { avatar_url: profile['picture'] }),
  }
}

/** The name of a person who signs up with a provider. */
export function metadataOf(claims: ProviderClaims): Record<string, unknown> {
  const { iss: _, sub: __, provider_id: ___, ...shown } = identityData(claims)
  return shown
}
