import { plainDigits, roundTo } from '../../contract/quantity.ts'

/** Digits a JSON number holds exactly. */
const exactDigits = 15

/**
 * Reads a number as people type it: `1,234.50`, `$19`, ` 3 `, `−2`. Answers the number, or the text as it was when it
 * is not one that a double holds exactly: what was typed is kept, and the form refuses it beside the field. An empty
 * text is `''`.
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

/**
 * The text of a value that did not come from the keyboard, with at least `decimals` behind the point (money has two).
 */
export function numberText(value: number | string | null | undefined, decimals = 0): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  const [whole = '', fraction = ''] = plainDigits(value).split('.')
  const shown = fraction.padEnd(decimals, '0')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** One step up or down from a value, without the noise of binary fractions: 0.1 + 0.2 is 0.3. */
export function stepped(value: number, step: number): number {
  return roundTo(value + step, 4)
}
