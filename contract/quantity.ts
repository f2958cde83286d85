import { limits } from './limits.ts'

/** How many decimals a number has, in JSON notation (exact for the 15 digits we allow). */
export function decimalPlaces(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e')
  const fraction = mantissa.split('.')[1]?.length ?? 0
  return Math.max(0, fraction - Number(exponent))
}

// Made once: making one takes as long as fifty uses of it, and a list writes hundreds of numbers.
const fourDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const allDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20, useGrouping: false })

/** A quantity as people read it: grouped thousands, at most four decimals, no trailing zeros, a real minus sign. */
export function formatQuantity(value: number): string {
  return fourDecimals.format(value).replace('-', '−')
}

/** A signed change: `+5`, `−3`, `0`. */
export function formatChange(value: number): string {
  return value > 0 ? `+${formatQuantity(value)}` : formatQuantity(value)
}

/**
 * Rounds to this many decimals: 0.1 + 0.2 is 0.3. For values of at most 15 digits, which a double represents exactly.
 */
export function roundTo(value: number, decimals: number): number {
  return Number(smallestUnits(value, decimals)) / 10 ** decimals
}

/** A number as the whole number of its smallest part, read from its digits: 0.07 × 100 would be 7.000000000000001. */
export function smallestUnits(value: number, decimals: number): bigint {
  const [mantissa = '', exponent = '0'] = String(fifteenDigits(value)).split('e')
  return BigInt(Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`)))
}

/** The digits of a number without an exponent: 1e-7 is 0.0000001. */
export function plainDigits(value: number): string {
  return allDecimals.format(value)
}

/** A double as people and spreadsheets read it: 19.9 × 3 is 59.7 and not 59.699999999999996. */
export function fifteenDigits(value: number): number {
  return Number(value.toPrecision(15))
}

/**
 * Whether the quantities of these lines can be added. Whole units of several products can; a product with decimals is
 * measured in a unit of its own, such as kilograms, and has no sum with others.
 */
export function haveSum(lines: readonly { product_id: string; quantity_decimals: number }[]): boolean {
  return (
    lines.every(({ quantity_decimals }) => quantity_decimals === 0) ||
    lines.every(({ product_id }) => product_id === lines[0]?.product_id)
  )
}

/** A quantity as a whole number of the ledger's smallest units: adding and comparing these is exact. */
export function exactUnits(quantity: number): bigint {
  return smallestUnits(quantity, limits.quantityDecimalsMax)
}

/** The quantity of this many of the ledger's smallest units. */
export function quantityOf(units: bigint): number {
  return Number(units) / 10 ** limits.quantityDecimalsMax
}
