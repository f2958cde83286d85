import type { Bearer } from './bearer.ts'
import { refuseIdentity } from './refusals.ts'

/** Refuses insufficient_aal when the user has a verified second factor and this session did not prove one. */
export function requireSecondFactor({ user, session }: Bearer): void {
  const isVerified = user.factors.some(({ status }) => status === 'verified')
  if (isVerified && session.aal !== 'aal2') refuseIdentity('insufficient_aal')
}
