import type { AssuranceLevel } from './access.ts'
import type { Actor } from './endpoint.ts'

/**
 * One request, with the caller's identity proved by its token but not yet checked against the session and membership.
 * Of an API key, `user_id` is its id.
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
 * `json` is the body as it is sent, of everything but files: a repeated request gets the very bytes of the first
 * answer.
 */
export type Answer = { status: number; body: unknown; json?: string }

/**
 * With the role in which it was given, so that anyone who shows what a role may do learns of another one with the next
 * answer; and with the locations it was given for, to which a file that is made while it is sent keeps.
 */
export type RoleAnswer = Answer & Pick<Actor, 'role' | 'location_ids'>

/** The role and locations of an answer. */
export function accessOfAnswer({ role, location_ids }: Actor): Pick<Actor, 'role' | 'location_ids'> {
  return { role, location_ids }
}
