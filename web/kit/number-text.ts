import { plainDigits, roundTo } from '../../contract/quantity.ts'

/** Digits a JSON number holds exactly. */
const exactDigits = 15

/**
 * Parses a typed number: `1,234.50`, `$19`, ` 3 `, `−2`. Returns the number, or the unchanged text if a double can't
 * represent it exactly: typed text is kept, and the form refuses it beside the field. An empty text is `''`.
 */
export function readNumber(text: string): number | string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const plain = trimmed.replace(/^([-−]?)\$/, '$1').replace('−', '-')
  if (!/^-?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/.test(plain) || !/\d/.test(plain)) return text
  const digits = plain.replaceAll(',', '')
  const significant = digits.replace(/[-.]/g, '').replace(/^0+/, '')
  if (significant.length > exactDigits) return text
  return Number(digits)
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
