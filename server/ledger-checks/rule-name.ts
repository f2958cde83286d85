import type { Invariant } from '../../ledger/invariants.ts'

/** `01-balances-are-the-sum-of-movements` without its number. */
export function ruleName({ name }: Invariant): string {
  return name.replace(/^\d+-/, '')
}
