import { decimalsProblem } from '../../contract/quantity-decimals.ts'
import { roundTo } from '../../contract/quantity.ts'
import type { ProductToCount } from '../../contract/stock-counts.ts'
import { numberProblem } from '../kit/number-text.ts'

/** What is typed for each lot: a number, '' for nothing, or text that isn't a number. */
export type Typed = Readonly<Record<string, number | string>>

/** On hand of each lot as the counter saw it. */
export type Seen = Readonly<Record<string, number>>

export const seenOf = ({ lots }: ProductToCount): Seen =>
  Object.fromEntries(lots.map(({ lot_id, on_hand }) => [lot_id, on_hand]))

export const isNothingTyped = (typed: Typed) => Object.values(typed).every((value) => value === '')

/** What is wrong with each lot's count, once something was typed: all lots are counted together. */
export function problemsOf(product: ProductToCount, typed: Typed): Readonly<Record<string, string>> {
  const { product_name: name, quantity_decimals } = product
  const problems = product.lots.flatMap(({ lot_id }) => {
    const value = typed[lot_id] ?? ''
    const problem =
      value === ''
        ? 'Enter what you counted, 0 if there are none'
        : typeof value === 'string'
          ? (numberProblem(value) ?? 'Please enter a number')
          : value < 0
            ? 'Quantity cannot be negative'
            : decimalsProblem(value, { name, quantity_decimals })
    return problem ? [[lot_id, problem] as const] : []
  })
  return Object.fromEntries(problems)
}

/** With more units counted by scanning. Which lot they belong to, a code doesn't say: with several, nothing changes. */
export function withScanned({ lots }: ProductToCount, typed: Typed, units: number): Typed {
  const [only, other] = lots
  if (!only || other) return typed
  const before = typed[only.lot_id]
  return { ...typed, [only.lot_id]: roundTo((typeof before === 'number' ? before : 0) + units, 4) }
}

/** The lots of the command: as counted, or unchanged if nothing was typed. */
export function countedLots(product: ProductToCount, typed: Typed, seen: Seen) {
  return product.lots.map(({ lot_id, on_hand }) => {
    const from = seen[lot_id] ?? on_hand
    const value = typed[lot_id]
    return { lot_id, from, to: typeof value === 'number' ? value : from }
  })
}

/** How many units more, or fewer, were counted than are on hand; null until every lot has a number. */
export function differenceOf(product: ProductToCount, typed: Typed, seen: Seen): number | null {
  if (product.lots.some(({ lot_id }) => typeof typed[lot_id] !== 'number')) return null
  const sum = countedLots(product, typed, seen).reduce((total, { from, to }) => total + to - from, 0)
  return roundTo(sum, 4)
}
