import type { LedgerCheck } from '../../contract/ledger-checks.ts'

export type LedgerState = 'sound' | 'broken' | 'unfinished' | 'late' | 'unchecked'

/** The server checks every day; after this it is overdue. */
const lateAfterMs = 50 * 3_600_000

/**
 * The result of a check at this moment: violated rules come before unchecked ones, and both before the age of the
 * check.
 */
export function stateOf({ checked_at, broken, unfinished }: LedgerCheck, now: number): LedgerState {
  if (checked_at === null) return 'unchecked'
  if (broken.length > 0) return 'broken'
  if (unfinished.length > 0) return 'unfinished'
  return now - Date.parse(checked_at) > lateAfterMs ? 'late' : 'sound'
}

/** `balances-are-the-sum-of-movements` as a sentence: a rule's name states what must hold. */
export function ruleText(rule: string): string {
  const words = rule.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
