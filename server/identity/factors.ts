import { sql } from '../platform/sql.ts'

/** A row of auth.factors. */
export type Factor = Readonly<{
  id: string
  factor_type: 'totp' | 'webauthn' | 'recovery_code'
  status: 'unverified' | 'verified'
  friendly_name: string | null
  created_at: string
  updated_at: string
  last_challenged_at: string | null
}>

/** The factors of the user `u`, oldest first, as a column of the query that reads the user. */
export const factorsColumn = sql`(
  select coalesce(jsonb_agg(to_jsonb(f) - '{user_id,sealed_secret,used_step,verified_at}'::text[] order by f.created_at, f.id), '[]') from auth.factors f where f.user_id = u.id) as factors`

/** The factor's name for people. */
export function describeFactor({ factor_type, friendly_name }: Pick<Factor, 'factor_type' | 'friendly_name'>): string {
  const type = { totp: 'authenticator app', webauthn: 'security key', recovery_code: 'recovery codes' }[factor_type]
  return friendly_name === null || factor_type === 'recovery_code' ? type : `${type} “${friendly_name}”`
}

/** The factor in the format of GoTrue's clients: unset fields are left out. */
export function factorAnswer({
  id,
  factor_type,
  status,
  friendly_name,
  created_at,
  updated_at,
  last_challenged_at,
}: Factor) {
  return {
    id,
    factor_type,
    status,
    created_at,
    updated_at,
    ...(friendly_name !== null && { friendly_name }),
    ...(last_challenged_at !== null && { last_challenged_at }),
  }
}
