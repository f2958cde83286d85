import { exactUnits, haveSum, quantityOf } from '../../contract/quantity.ts'
import type { Tone } from '../ui/status-badge.tsx'

/** A stage of a line's quantity: shipped, reserved, backordered; received, incoming. */
export type Stage = Readonly<{
  id: string
  /** The heading of its column: "Shipped". */
  heading: string
  /** The word after a quantity, in a sentence: "36 shipped". */
  words: string
  tone: Tone
  /** More about all of it, below the bar: "all expected by 28 Nov". */
  note?: string | undefined
}>

/** When the missing units of a line are due, whether that has passed, and the order that brings them. */
export type Due = Readonly<{ day: string; isLate: boolean; to: string | null }>

/** A line of an order on its page, for either kind of order. */
export type DocumentLine = Readonly<{
  id: string
  product_id: string
  product_name: string
  product_sku: string
  quantity_decimals: number
  quantity: number
  unit_price: number
  amount: number
  /** How much of it is in each stage, by the stage's id. */
  quantities: Readonly<Record<string, number>>
  /** Below the product: "3 in a shipment · 1 returned". */
  note: string | null
  due: Due | null
  /** Waiting lines with a higher rank come first on phones. */
  rank: number
}>

/** Exact sum of quantities. */
export function sumQuantities(quantities: readonly number[]): number {
  return quantityOf(quantities.reduce((sum, quantity) => sum + exactUnits(quantity), 0n))
}

/** A segment of the bar above the lines: its width, its stage, and how much is in it, if quantities have a sum. */
export type BarPart = Readonly<{ stage: Stage; quantity: number | null; share: number }>

/** What each line adds to the bar if their quantities have no sum. */
const lineShare = 10_000n

/** The sums of all lines, stage by stage, and the rest. Without sums, the bar shows the lines' average progress. */
export function totalsOf(stages: readonly Stage[], lines: readonly DocumentLine[]) {
  const isSum = haveSum(lines)
  const widthOf = ({ quantity }: DocumentLine, part: number) =>
    isSum ? exactUnits(part) : (exactUnits(part) * lineShare) / exactUnits(quantity)
  const width = (partOf: (line: DocumentLine) => number) =>
    Number(lines.reduce((sum, line) => sum + widthOf(line, partOf(line)), 0n))
  const sum = (partOf: (line: DocumentLine) => number) => (isSum ? sumQuantities(lines.map(partOf)) : null)
  const parts = stages.map((stage): BarPart => {
    const partOf = ({ quantities }: DocumentLine) => quantities[stage.id] ?? 0
    return { stage, quantity: sum(partOf), share: width(partOf) }
  })
  const all = ({ quantity }: DocumentLine) => quantity
  const rest = width(all) - parts.reduce((total, { share }) => total + share, 0)
  return { ordered: sum(all), parts, rest: Math.max(0, rest) }
}

/** The lines in a phone's order: waiting ones first, otherwise as in the document. */
export function waitingFirst(lines: readonly DocumentLine[]): readonly DocumentLine[] {
  return lines.toSorted((one, other) => other.rank - one.rank)
}
