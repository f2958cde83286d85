import type { Bearer } from './bearer.ts'
import { refuseIdentity } from './refusals.ts'
import type { User } from './users.ts'

/**
 * Refuses insufficient_aal when the user has a verified second factor and this session did not prove one. GoTrue says it with another status and
 * sentence for each request.
 */
export function requireSecondFactor({ user, session }: Bearer, message?: string, status?: number): void {
  if (isProtected(user) && session.aal !== 'aal2')
    refuseIdentity('insufficient_aal', message, status === undefined ? {} : { status })
}

/** Whether signing in asks this user for more than a password or a link. */
export function isProtected({ factors }: User): boolean {
  return factors.some(({ status }) => status === 'verified')
}
