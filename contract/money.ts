import { smallestUnits } from './quantity.ts'

// Made once: making one takes as long as fifty uses of it.
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const unitCosts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Dollars as the spec shows them: `$`, grouped thousands, two decimals. */
export function formatMoney(value: number): string {
  const text = cents.format(Math.abs(value))
  return value < 0 && text !== '0.00' ? `−$${text}` : `$${text}`
}

/** A unit cost: `$`, two decimals, and up to four where it has them. */
export function formatCost(value: number): string {
  return `$${unitCosts.format(value)}`
}

/**
 * The amount of a line: quantity × unit price (at most four decimals each) in whole cents, half a cent rounded away
 * from zero, as in the database. Null if one of them isn't a number.
 */
export function lineAmount(quantity: unknown, unit_price: unknown): number | null {
  if (typeof quantity !== 'number' || typeof unit_price !== 'number') return null
  const product = smallestUnits(quantity, 4) * smallestUnits(unit_price, 4)
  const [whole, sign] = product < 0n ? [-product, -1n] : [product, 1n]
  return Number(sign * ((whole + 500_000n) / 1_000_000n)) / 100
}

/** Sums amounts in cents: 0.1 + 0.2 is 0.3. */
export function sumAmounts(amounts: readonly (number | null)[]): number {
  return Number(amounts.reduce((sum, amount) => sum + smallestUnits(amount ?? 0, 2), 0n)) / 100
}
