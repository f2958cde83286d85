import { membershipDoubted } from './query-client.ts'

let seen: string | null = null

/**
 * Told the role in which each answer was given. When it is another one than before, the person is read once more, so
 * that a role that was changed meanwhile takes its buttons away, or brings them, with the next answer of any kind.
 */
export function sawRole(role: string | null): void {
  if (role === null || role === seen) return
  const changed = seen !== null
  seen = role
  if (changed) membershipDoubted()
}
