import { counted } from '../../contract/counted-nouns.ts'
import { decimalPlaces } from '../../contract/quantity.ts'
import { refuseFields } from '../platform/refusal.ts'

/** Refuses too_many_decimals beside `field` if a quantity has more decimals than its product allows. */
export function checkDecimals(
  quantity: number,
  { name, quantity_decimals }: { name: string; quantity_decimals: number },
  field: string,
): void {
  if (decimalPlaces(quantity) <= quantity_decimals) return
  const sentence =
    quantity_decimals === 0
      ? `Use a whole number for ${name}`
      : `Use at most ${counted(quantity_decimals, 'decimal')} for ${name}`
  refuseFields({ [field]: sentence }, 'too_many_decimals')
}
