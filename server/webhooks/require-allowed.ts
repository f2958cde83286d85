import { refuseFields } from '../platform/refusal.ts'
import type { OutsideRules } from '../platform/outside/rules.ts'
import { isAllowed } from '../platform/outside/target.ts'

/**
 * Refuses an address that the guard would never allow, judging by the address itself. Its DNS name is checked at every
 * request.
 */
export function requireAllowed(url: string, rules: OutsideRules): void {
  if (!isAllowed(url, rules)) refuseFields({ url: 'Use a public address, on port 443 or 80, without a password' })
}
