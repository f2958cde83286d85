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

/** The units that the camera has scanned, by the lot that their code named; '' for none. */
export type Scanned = Readonly<Record<string, number>>

/** A product to count, as it was found. */
export type FoundProduct = Readonly<{
  /** What the camera has scanned; nothing for the one that was chosen by name or with a scanner. */
  scanned: Scanned
  /** The lot that its code named; '' for none. */
  lot_number: string
}>

export const unitsOf = (scanned: Scanned) => Object.values(scanned).reduce((sum, units) => sum + units, 0)

/**
 * The lot whose units have this lot number on their label; undefined if it isn't expected here. Without a number, it is
 * the only lot, and without lots, the numbers on labels don't count.
 */
export function lotOfCode({ lots }: ProductToCount, lot_number: string): ProductToCount['lots'][number] | undefined {
  const [only, other] = lots
  const same = lots.find((lot) => lot.lot_number === lot_number)
  if (other || !only) return lot_number === '' ? undefined : same
  return lot_number === '' || only.lot_number === '' ? only : same
}

/** With the units that were scanned since: which lot others belong to, a code doesn't say, so they change nothing. */
export function withScanned(product: ProductToCount, typed: Typed, since: Scanned): Typed {
  const counted = { ...typed }
  for (const [lot_number, units] of Object.entries(since)) {
    const lot = lotOfCode(product, lot_number)
    if (!lot) continue
    const before = counted[lot.lot_id]
    counted[lot.lot_id] = roundTo((typeof before === 'number' ? before : 0) + units, 4)
  }
  return counted
}

/** The scanned lots that aren't expected here. */
export const unexpectedLots = (product: ProductToCount, scanned: Scanned) =>
  Object.keys(scanned).filter((lot_number) => lot_number !== '' && !lotOfCode(product, lot_number))

/** What was scanned since an earlier moment. */
export const scannedSince = (before: Scanned, now: Scanned): Scanned =>
  Object.fromEntries(Object.entries(now).map(([lot_number, units]) => [lot_number, units - (before[lot_number] ?? 0)]))

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
