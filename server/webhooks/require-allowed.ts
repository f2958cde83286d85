import { refuseFields } from '../platform/refusal.ts'
import type { OutsideRules } from '../platform/outside/rules.ts'
import { isAllowed } from '../platform/outside/target.ts'

/**
 * Refuses an address that the guard would never let through, as far as it says so itself. What its name means is
 * checked at every request.
 */
export function requireAllowed(url: string, rules: OutsideRules): void {
  if (!isAllowed(url, rules)) refuseFields({ url: 'Use a public address, on port 443 or 80, without a password' })
}
