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
 * The same for a change of factors, passkeys or linked accounts, which requires a proof from the last hour: a stolen
 * session or an unlocked computer isn't enough to take over an account, or to lock its owner out. Without a second
 * factor the proof is the sign-in itself, the password or an emailed code: refuses current_password_required or, if
 * there is no password, reauthentication_needed. A client proves it (`proveIdentity`) and repeats the request (ASVS
 * 7.5.1).
 */
export function requireRecentProof(bearer: Bearer, message?: string, status?: number): void {
  const { user, session } = bearer
  requireSecondFactor(bearer, message, status)
  if (isProtected(user)) {
    if (!session.has_fresh_factor) refuseIdentity('insufficient_aal', message, status === undefined ? {} : { status })
  } else if (!session.is_fresh) {
    const needed = user.password_hash === null ? 'reauthentication_needed' : 'current_password_required'
    refuseIdentity(needed, 'Reauthentication is required to change how you sign in')
  }
}

/** Whether signing in requires more than a password or a link from this user. */
export function isProtected({ factors }: User): boolean {
  return factors.some(({ status }) => status === 'verified')
}
