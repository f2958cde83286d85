import { exactUnits, quantityOf } from '../../contract/quantity.ts'
import type { Tone } from '../ui/status-badge.tsx'

/** Something a quantity of a line can have come to: shipped, reserved, backordered; received, incoming. */
export type Stage = Readonly<{
  id: string
  /** The head of its column: "Shipped". */
  heading: string
  /** Behind a quantity, in a sentence: "36 shipped". */
  words: string
  tone: Tone
  /** More about all of it, below the bar: "all expected by 28 Nov". */
  note?: string | undefined
}>

/** When what a line waits for is due, and the order that brings it. */
export type Due = Readonly<{ day: string; to: string | null }>

/** A line of an order as its document shows it, whichever kind of order. */
export type DocumentLine = Readonly<{
  id: string
  product_id: string
  product_name: string
  product_sku: string
  quantity: number
  unit_price: number
  amount: number
  /** How much of it is in each stage, by the stage's id. */
  quantities: Readonly<Record<string, number>>
  /** Below the product: "3 in a shipment · 1 returned". */
  note: string | null
  due: Due | null
  /** Where it waits for something, lines with a higher rank come first on phones. */
  rank: number
}>

/** Exact sum of quantities. */
export function sumQuantities(quantities: readonly number[]): number {
  return quantityOf(quantities.reduce((sum, quantity) => sum + exactUnits(quantity), 0n))
}

/** A part of the bar above the lines: whole units of the ledger, for its width, and the stage it shows. */
export type BarPart = Readonly<{ stage: Stage; quantity: number; share: number }>

/** What all lines come to, stage by stage, and what is in none of them. */
export function totalsOf(stages: readonly Stage[], lines: readonly DocumentLine[]) {
  const ordered = sumQuantities(lines.map(({ quantity }) => quantity))
  const parts: BarPart[] = stages.map((stage) => {
    const quantity = sumQuantities(lines.map(({ quantities }) => quantities[stage.id] ?? 0))
    return { stage, quantity, share: Number(exactUnits(quantity)) }
  })
  const rest = Number(exactUnits(ordered)) - parts.reduce((sum, { share }) => sum + share, 0)
  return { ordered, parts, rest: Math.max(0, rest) }
}

/** The lines as a phone shows them: what waits first, else in the order of the document. */
export function waitingFirst(lines: readonly DocumentLine[]): readonly DocumentLine[] {
  return lines.toSorted((one, other) => other.rank - one.rank)
}
