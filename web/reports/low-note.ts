import { formatQuantity } from '../../contract/quantity.ts'

/** The low products as the chart has them: those that are out of stock have their own part of a bar. */
export function lowNote(low: number, out: number): string {
  return out === 0 ? 'at or below the minimum' : `${formatQuantity(low - out)} low, ${formatQuantity(out)} out of stock`
}
