import type { LedgerCheck } from '../../contract/ledger-checks.ts'
import { ruleGroups } from './rules.ts'

export type LedgerState = 'sound' | 'broken' | 'unfinished' | 'late' | 'unchecked'

/** The server checks every day; after this it is overdue. */
const lateAfterMs = 50 * 3_600_000

/**
 * The result of a check at this moment: violated rules come before unchecked ones, and both before the age of the
 * check.
 */
export function stateOf(
  { checked_at, broken, unfinished }: Pick<LedgerCheck, 'checked_at' | 'broken' | 'unfinished'>,
  now: number,
): LedgerState {
  if (checked_at === null) return 'unchecked'
  if (broken.length > 0) return 'broken'
  if (unfinished.length > 0) return 'unfinished'
  return now - Date.parse(checked_at) > lateAfterMs ? 'late' : 'sound'
}

export type RuleResult = Readonly<{
  rule: string
  /** What must hold. */
  text: string
  /** How many rows violate it; null if it couldn't be checked. */
  violations: number | null
}>

type Results = Pick<LedgerCheck, 'rules' | 'broken' | 'unfinished'>

/**
 * The rules of a check with their results, by subject; subjects without any are left out. A check by an earlier version
 * names only the rules that don't hold, and one by a newer version may have rules that aren't known here.
 */
export function resultsByGroup({ rules, broken, unfinished }: Results): { title: string; results: RuleResult[] }[] {
  const named = new Set([...rules, ...broken.map(({ rule }) => rule), ...unfinished])
  const resultOf = (rule: string, text: string): RuleResult => ({
    rule,
    text,
    violations: unfinished.includes(rule) ? null : (broken.find((one) => one.rule === rule)?.rows ?? 0),
  })
  const known = ruleGroups.map((group) => ({
    title: group.title,
    results: Object.entries(group.rules).flatMap(([rule, text]) => (named.delete(rule) ? [resultOf(rule, text)] : [])),
  }))
  const others = { title: 'Other', results: [...named].map((rule) => resultOf(rule, sentenceOf(rule))) }
  return [...known, others].filter(({ results }) => results.length > 0)
}

/** `balances-are-the-sum-of-movements` as a sentence: a rule's name states what must hold. */
function sentenceOf(rule: string): string {
  const words = rule.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
