import { readFileSync } from 'node:fs'
import { refuseIdentity, type WeakPasswordReason } from './refusals.ts'

/** Lower case, one per line, at least 6 characters each (shorter ones fail on length). */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** GoTrue's upper bound. Longer passwords are refused, never truncated. */
const charactersMax = 72

export type Weakness = { message: string; reasons: WeakPasswordReason[] }

/**
 * Why a password is too weak, or undefined if it is acceptable: too short, blank, one of the most common, or the
 * address itself.
 */
export function weaknessOf(password: string, email: string, minCharacters: number): Weakness | undefined {
  if (characters(password) < minCharacters) {
    return { message: `Password should be at least ${minCharacters} characters.`, reasons: ['length'] }
  }
  if (/^[\s\p{Cc}\p{Cf}]*$/u.test(password))
    return { message: 'Password can’t be only spaces.', reasons: ['characters'] }
  const lower = password.toLowerCase()
  if (commonPasswords.has(lower) || lower === email || lower === email.split('@')[0]) {
    return {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    }
  }
  return undefined
}

/** Refuses a new password that is missing, too long or too weak, in this order. */
export function requireGoodPassword(password: string, email: string, minCharacters: number): void {
  if (password === '') refuseIdentity('validation_failed', 'Signup requires a valid password')
  if (characters(password) > charactersMax) {
    refuseIdentity('validation_failed', `Password cannot be longer than ${charactersMax} characters`)
  }
  const weakness = weaknessOf(password, email, minCharacters)
  if (weakness) refuseIdentity('weak_password', weakness.message, { weak_password: { reasons: weakness.reasons } })
}

/** Counts characters as people do, not UTF-16 units. */
function characters(text: string): number {
  return [...text].length
}
