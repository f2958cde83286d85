import type { SummedChange } from '../../contract/explained-stock.ts'
import { exactUnits, quantityOf } from '../../contract/quantity.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { undoneText } from '../kit/stock-text.ts'
import { typeLabels } from './labels.ts'

/** Describes a sum of movements. */
export function changeText(sum: SummedChange): string {
  const text = cause(sum)
  return sum.kind === 'reversal' ? undoneText(text) : text
}

function cause({ kind, type, reason, direction }: SummedChange): string {
  if (kind === 'count') return 'Counts'
  if (type === 'transfer') return direction === 'up' ? 'Transfers in' : 'Transfers out'
  if (type === 'commitment') return direction === 'up' ? 'More reserved' : 'Fewer reserved'
  if (type === 'opening') return 'Opening stock'
  if (type === 'adjustment') return 'Adjustments'
  return reasonLabel(reason) ?? typeLabels[type]
}

/** The sums with one for each text, largest first: two with the same text couldn't be told apart. */
export function sumsByText(sums: readonly SummedChange[]): SummedChange[] {
  const byText = new Map<string, SummedChange>()
  for (const sum of sums) {
    const name = `${sum.direction} ${changeText(sum)}`
    const other = byText.get(name)
    byText.set(name, other ? together(other, sum) : sum)
  }
  return [...byText.values()].toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
}

function together(one: SummedChange, other: SummedChange): SummedChange {
  const change = quantityOf(exactUnits(one.change) + exactUnits(other.change))
  return { ...one, change, movements: one.movements + other.movements }
}
