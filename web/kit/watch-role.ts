import { refetchMembership } from './refetch.ts'

let seen: string | null = null

/**
 * Called with the role of each response. If it differs from the previous one, the person is reloaded, so that buttons
 * appear or disappear with the next response after a change of role.
 */
export function watchRole(role: string | null): void {
  if (role === null || role === seen) return
  const changed = seen !== null
  seen = role
  if (changed) refetchMembership()
}
