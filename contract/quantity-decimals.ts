import { counted } from './counted-nouns.ts'
import { decimalPlaces } from './quantity.ts'

/** Why a product can't be counted with this many decimals; undefined if it can. */
export function decimalsProblem(
  quantity: number,
  { name, quantity_decimals }: { name: string; quantity_decimals: number },
): string | undefined {
  if (decimalPlaces(quantity) <= quantity_decimals) return undefined
  return quantity_decimals === 0
    ? `Use a whole number for ${name}`
    : `Use at most ${counted(quantity_decimals, 'decimal')} for ${name}`
}
