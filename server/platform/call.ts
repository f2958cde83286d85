import type { AssuranceLevel } from './access.ts'
import type { Actor } from './endpoint.ts'

/**
 * One request, with the caller's identity proved by its token but not yet checked against the session and membership.
 * For an API key, `user_id` is its id.
 */
export type Call = {
  isKey?: boolean
  user_id: string
  session_id: string
  aal: AssuranceLevel
  email: string
  org_id: string
  request_id: string
  input: unknown
  idempotencyKey?: string | undefined
}

/**
 * `json` is the body as sent, for everything but files: a repeated request gets exactly the bytes of the first
 * response.
 */
export type Answer = { status: number; body: unknown; json?: string }

/**
 * Includes the caller's current role, so the client notices changes; and the locations it was made for, which a file
 * that is generated while it is sent must keep to.
 */
export type RoleAnswer = Answer & Pick<Actor, 'role' | 'location_ids'>

/** The role and locations of a response. */
export function accessOfAnswer({ role, location_ids }: Actor): Pick<Actor, 'role' | 'location_ids'> {
  return { role, location_ids }
}
