import { type Currency, withoutCents } from './currencies.ts'
import { smallestUnits } from './quantity.ts'
import { trimmed } from './trimmed.ts'

type Formats = Readonly<{
  whole: Intl.NumberFormat
  cents: Intl.NumberFormat
  unitCosts: Intl.NumberFormat
  symbol: string
  /** What people write for the currency: `CA$`, `CAD` and `$`; the longest first. */
  names: readonly string[]
}>

// Made once for each currency: making one takes as long as fifty uses of it.
const madeFor = new Map<Currency, Formats>()

function formatsOf(currency: Currency): Formats {
  const made = madeFor.get(currency) ?? formatsFor(currency)
  madeFor.set(currency, made)
  return made
}

function formatsFor(currency: Currency): Formats {
  const withDecimals = (minimumFractionDigits: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits })
  const symbolOf = (currencyDisplay: 'symbol' | 'narrowSymbol') =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  const symbol = symbolOf('symbol')
  const names = [...new Set([symbol, symbolOf('narrowSymbol'), currency])]
  return {
    whole: withDecimals(0, 0),
    cents: withDecimals(2, 2),
    unitCosts: withDecimals(2, 4),
    symbol,
    names: names.toSorted((one, other) => other.length - one.length),
  }
}

/**
 * An amount: `$1,234.50`, `€1,234.50`, `CHF 1,234.50`, `¥1,234`. It has two decimals, except whole amounts of a
 * currency without cents.
 */
export function formatMoney(value: number, currency: Currency): string {
  const { whole, cents } = formatsOf(currency)
  const format = withoutCents.has(currency) && Number.isInteger(value) ? whole : cents
  const text = format.format(Math.abs(value))
  return value < 0 && text !== format.format(0) ? `−${text}` : text
}

/** A unit cost: like an amount, with up to four decimals where it has them. */
export function formatCost(value: number, currency: Currency): string {
  const { whole, unitCosts } = formatsOf(currency)
  return (withoutCents.has(currency) && Number.isInteger(value) ? whole : unitCosts).format(value)
}

/** An amount that names its currency on paper, where `$` may be any dollar: `$1,234.50 USD`, `CHF 1,234.50`. */
export function moneyWithCode(value: number, currency: Currency): string {
  const text = formatMoney(value, currency)
  return text.includes(currency) ? text : `${text} ${currency}`
}

/** What stands before a typed amount: `$`, `€`, `CHF`. */
export function currencySymbol(currency: Currency): string {
  return formatsOf(currency).symbol
}

/** Only the digits of an amount, as they are typed: `1234.50`. */
export function plainMoney(text: string): string {
  return text.replace(/^\D+/, '').replaceAll(',', '')
}

/**
 * The amount of a line: quantity × unit price (at most four decimals each), rounded to these decimals, half of the last
 * one away from zero, as in the database. Null if one of them isn't a number.
 */
export function lineAmount(quantity: unknown, unit_price: unknown, decimals: number): number | null {
  if (typeof quantity !== 'number' || typeof unit_price !== 'number') return null
  const product = smallestUnits(quantity, 4) * smallestUnits(unit_price, 4)
  const [whole, sign] = product < 0n ? [-product, -1n] : [product, 1n]
  const last = 10n ** BigInt(8 - decimals)
  return Number(sign * ((whole + last / 2n) / last)) / 10 ** decimals
}

/** Sums amounts in cents: 0.1 + 0.2 is 0.3. */
export function sumAmounts(amounts: readonly (number | null)[]): number {
  return Number(amounts.reduce((sum, amount) => sum + smallestUnits(amount ?? 0, 2), 0n)) / 100
}

/**
 * A typed amount without its currency, which may be before or after it: `€5`, `5 €`, `EUR 5`, `-$5`. Another currency
 * stays, so the text isn't a number.
 */
export function withoutCurrency(text: string, currency: Currency): string {
  const [, sign = '', amount = ''] = /^([+\-−]?)\s*(.*)$/s.exec(text) ?? []
  const name = formatsOf(currency).names.find((one) => isBeforeOrAfter(one, amount))
  if (name === undefined) return text
  const digits = isSame(amount.slice(0, name.length), name) ? amount.slice(name.length) : amount.slice(0, -name.length)
  return `${sign}${trimmed(digits)}`
}

function isBeforeOrAfter(name: string, amount: string): boolean {
  return isSame(amount.slice(0, name.length), name) || isSame(amount.slice(-name.length), name)
}

const isSame = (text: string, name: string) => text.toUpperCase() === name.toUpperCase()
