import { exactUnits, smallestUnits } from '../../../contract/quantity.ts'

/**
 * Sums without rounding: quantities in ten-thousandths of a unit, money in cents, both as arbitrarily large integers. A
 * value is quantity × price in millionths of a unit of the currency.
 */

const moneyScale = 2

/** Quantity × price as an amount, rounded half up to these decimals once, at the end of the sum. */
export function valueOf(lines: Iterable<{ units: bigint; price: number }>, decimals: number): number {
  let millionths = 0n
  for (const { units, price } of lines) millionths += units * smallestUnits(price, moneyScale)
  const last = 10n ** BigInt(6 - decimals)
  return Number((millionths + last / 2n) / last) / 10 ** decimals
}

/** What a transaction row adds to the stock, in ten-thousandths of a unit. */
export function signedQuantity({ type, quantity }: { type: 'in' | 'out' | 'adjustment'; quantity: number }): bigint {
  return type === 'out' ? -exactUnits(quantity) : exactUnits(quantity)
}
