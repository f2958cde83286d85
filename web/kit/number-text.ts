import { withoutCurrency } from '../../contract/money.ts'
import { plainDigits, roundTo } from '../../contract/quantity.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { shownCurrency } from '../ui/money.ts'

/** Digits a JSON number holds exactly. */
const exactDigits = 15

const plainOf = (text: string) => withoutCurrency(trimmed(text), shownCurrency()).replace('−', '-')
const isNumber = (plain: string) => /^-?([1-9]\d{0,2}(,\d{3})+|\d+)?(\.\d*)?$/.test(plain) && /\d/.test(plain)

/**
 * Parses a typed number: `1,234.50`, `$19` (in the organization's currency), ` 3 `, `−2`. Returns the number, or the
 * unchanged text if a double can't represent it exactly: typed text is kept, and the form refuses it beside the field.
 * An empty text is `''`. A comma only separates thousands: `1,5` isn't 15, and `0,500` isn't 500.
 */
export function readNumber(text: string): number | string {
  if (trimmed(text) === '') return ''
  const plain = plainOf(text)
  if (!isNumber(plain)) return text
  const digits = plain.replaceAll(',', '')
  const significant = digits.replace(/[-.]/g, '').replace(/^0+/, '')
  if (significant.length > exactDigits) return text
  return Number(digits)
}

/** Why a typed text isn't a number, if that can be said; null for `abc`. */
export function numberProblem(text: string): string | null {
  const plain = plainOf(text)
  if (isNumber(plain)) return 'This number has too many digits'
  return /^-?(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(plain) ? 'Use a period for decimals, like 1.5' : null
}

/** The text of a value that wasn't typed, with at least `decimals` after the point (money has two). */
export function numberText(value: number | string | null | undefined, decimals = 0): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  const [whole = '', fraction = ''] = plainDigits(value).split('.')
  const shown = fraction.padEnd(decimals, '0')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** One step up or down from a value, without binary rounding errors: 0.1 + 0.2 is 0.3. */
export function stepped(value: number, step: number): number {
  return roundTo(value + step, 4)
}
