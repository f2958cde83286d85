import type { Role } from '../../contract/permissions.ts'
import { refuse } from './refusal.ts'
import { sql, type Statement } from './sql.ts'

/** `aal2`: with a second factor (NIST SP 800-63B). */
export type AssuranceLevel = 'aal1' | 'aal2'

/** The session of a request, and what its access token states the session had proven when the token was signed. */
export type SessionClaims = Readonly<{ user_id: string; session_id: string; aal: AssuranceLevel }>

/** The role of a member, or why there is none; null if the person isn't a member. */
export type AccessRole = Role | 'ended' | 'second_factor' | null

/**
 * The check that every request's transaction begins with, as a row of `role` and `location_ids`: an expression, or a
 * table in a from clause. An `org_id` of null means the user's own organization.
 */
export function accessCheck({ user_id, session_id, aal }: SessionClaims, org_id: string | null): Statement<unknown> {
  return sql`app.access_check(${user_id}, ${session_id}, ${aal}, ${org_id})`
}

export function isMember(role: AccessRole): role is Role {
  return role !== null && role !== 'ended' && role !== 'second_factor'
}

/**
 * Refuses session_not_found, second_factor_needed, and not_found: a non-member gets the same response as for an
 * organization that doesn't exist.
 */
export function requireMember(role: AccessRole): asserts role is Role {
  if (role === 'ended') refuse('session_not_found')
  if (role === 'second_factor') refuse('second_factor_needed')
  if (role === null) refuse('not_found')
}
