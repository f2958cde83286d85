import { decimalsProblem } from '../../contract/quantity-decimals.ts'
import { refuseFields } from '../platform/refusal.ts'

/** Refuses too_many_decimals beside `field` if a quantity has more decimals than its product allows. */
export function checkDecimals(
  quantity: number,
  product: { name: string; quantity_decimals: number },
  field: string,
): void {
  const sentence = decimalsProblem(quantity, product)
  if (sentence !== undefined) refuseFields({ [field]: sentence }, 'too_many_decimals')
}
