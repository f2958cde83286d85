import type { SummedChange } from '../../contract/explained-stock.ts'
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
