import { formatQuantity } from './quantity.ts'

/** Every noun that texts count, with its plural: the one place to translate them. */
const plurals = {
  'active location': 'active locations',
  category: 'categories',
  change: 'changes',
  day: 'days',
  decimal: 'decimals',
  delivery: 'deliveries',
  draft: 'drafts',
  'draft purchase order': 'draft purchase orders',
  event: 'events',
  field: 'fields',
  'hidden column': 'hidden columns',
  'hidden row': 'hidden rows',
  item: 'items',
  label: 'labels',
  location: 'locations',
  'low-stock product': 'low-stock products',
  'more location': 'more locations',
  'more lot': 'more lots',
  movement: 'movements',
  'new location': 'new locations',
  'open document': 'open documents',
  'open order': 'open orders',
  order: 'orders',
  'other change': 'other changes',
  'packing slip': 'packing slips',
  'pending transaction': 'pending transactions',
  permission: 'permissions',
  photo: 'photos',
  problem: 'problems',
  product: 'products',
  record: 'records',
  row: 'rows',
  rule: 'rules',
  seal: 'seals',
  sheet: 'sheets',
  supplier: 'suppliers',
  transaction: 'transactions',
  unit: 'units',
  violation: 'violations',
} as const

export type CountedNoun = keyof typeof plurals

/** Which form a number takes; `one` also for 1 below zero. */
const rules = new Intl.PluralRules('en-US')

/** The noun alone in the form for a count, for texts that show the number in another way. */
export function nounFor(count: number, noun: CountedNoun): string {
  return rules.select(count) === 'one' ? noun : plurals[noun]
}

/** `1 product`, `1,234 products`. */
export function counted(count: number, noun: CountedNoun): string {
  return `${formatQuantity(count)} ${nounFor(count, noun)}`
}

/**
 * The sentence for a count, of two that are written out: `byCount(2, { one: '{count} unit is on hold', other: '{count}
 * units are on hold' })`. `values` fill the other names in braces.
 */
export function byCount(
  count: number,
  sentences: Readonly<{ one: string; other: string }>,
  values: Readonly<Record<string, string>> = {},
): string {
  const filled: Readonly<Record<string, string>> = { ...values, count: formatQuantity(count) }
  const sentence = rules.select(count) === 'one' ? sentences.one : sentences.other
  return sentence.replaceAll(/\{(\w+)\}/g, (name, key: string) => filled[key] ?? name)
}
