import type { Bearer } from './bearer.ts'
import { refuseIdentity } from './refusals.ts'
import type { User } from './users.ts'

/**
 * Refuses insufficient_aal if the user has a verified second factor and this session didn't prove one. GoTrue uses a
 * different status and message for each request.
 */
export function requireSecondFactor({ user, session }: Bearer, message?: string, status?: number): void {
  if (isProtected(user) && session.aal !== 'aal2')
    refuseIdentity('insufficient_aal', message, status === undefined ? {} : { status })
}

/**
 * The same for a change of factors or passkeys, which requires a proof from the last hour: a stolen session isn't
 * enough to take over an account. A client proves a factor again, as at sign-in, and repeats the request (ASVS 7.5.1).
 */
export function requireRecentFactor(bearer: Bearer, message: string, status: number): void {
  requireSecondFactor(bearer, message, status)
  if (isProtected(bearer.user) && !bearer.session.has_fresh_factor)
    refuseIdentity('insufficient_aal', message, { status })
}

/** Whether signing in requires more than a password or a link from this user. */
export function isProtected({ factors }: User): boolean {
  return factors.some(({ status }) => status === 'verified')
}
