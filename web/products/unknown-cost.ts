import { formatQuantity } from '../../contract/quantity.ts'
import { units } from '../stock/labels.ts'

/** `12 units have no known cost`. */
export function unknownCostText(quantity: number): string {
  return `${units(quantity, formatQuantity(quantity))} ${quantity === 1 ? 'has' : 'have'} no known cost`
}
