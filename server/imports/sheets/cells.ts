import { withoutCurrency } from '../../../contract/money.ts'
import { fromCellText } from '../../../contract/formula-text.ts'
import { optionalEmail, optionalImage } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { decimalPlaces } from '../../../contract/quantity.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { hexColor } from '../../../contract/categories.ts'
import type { ReadCell } from './field.ts'
import { decimalSeparatorOf, hasOnePoint, numberFromText, type Unclear } from './number-text.ts'
import type { Problems } from './problems.ts'
import type { SheetRow } from './sheets.ts'

/** Readers of cells (`ReadCell`), and their building blocks. */

/** A text of at most this many characters. */
export const text =
  (charactersMax: number): ReadCell<string> =>
  (problems, row, column) =>
    textIn(problems, row, column, charactersMax)

/** A number that satisfies a rule. */
export const number =
  (rule: NumberRule): ReadCell<number> =>
  (problems, row, column) =>
    numberIn(problems, row, column, rule)

/** One of a few words, ignoring case; `otherwise` lists them. */
export const oneOf =
  <const W extends string>(words: readonly W[], otherwise: string): ReadCell<W> =>
  (problems, row, column) => {
    const typed = textIn(problems, row, column, limits.shortTextCharacters)
    if (typed === null || typed === undefined) return typed
    return words.find((word) => word === typed.toLowerCase()) ?? say(problems, row, column, otherwise)
  }

/** The address of a picture, in the form's format. */
export const picture: ReadCell<string> = (problems, row, column) => {
  const typed = textIn(problems, row, column, limits.urlCharacters)
  if (typed === null || typed === undefined) return typed
  const found = optionalImage().safeParse(typed)
  return found.success ? found.data : say(problems, row, column, 'Please enter a valid URL')
}

/** An email address. */
export const email: ReadCell<string> = (problems, row, column) => {
  const typed = textIn(problems, row, column, 320)
  if (typed === null || typed === undefined) return typed
  const found = optionalEmail.safeParse(typed)
  return found.success ? found.data : say(problems, row, column, 'Please enter a valid email address')
}

/** A color like #3B82F6, with or without its #. */
export const color: ReadCell<string> = (problems, row, column) => {
  const typed = textIn(problems, row, column, 20)
  if (typed === null || typed === undefined) return typed
  const found = hexColor.safeParse(typed.startsWith('#') ? typed : `#${typed}`)
  return found.success ? found.data : say(problems, row, column, 'Please enter a color like #3B82F6')
}

/**
 * A text, trimmed; null if the cell is empty. Numbers keep their digits (a SKU 4711 is a text). The apostrophe that
 * protects a formula-like text in an export is removed, so that a round trip changes nothing.
 */
export function textIn(problems: Problems, row: SheetRow, column: string, max: number): string | null | undefined {
  const cell = row.values[column]
  if (cell === undefined) return null
  if (typeof cell === 'object') return broken(problems, row, column)
  const text = trimmed(fromCellText(trimmed(String(cell))))
  if (text === '') return null
  if (text.includes('\0'))
    return say(problems, row, column, 'This text contains a NUL character, which can’t be stored')
  if (!text.isWellFormed())
    return say(problems, row, column, 'This text contains an incomplete character, which can’t be stored')
  if (text.length > max)
    return say(problems, row, column, `This text is longer than ${max.toLocaleString('en-US')} characters`)
  return text
}

/** Whether a cell contains nothing but blanks. */
export function isBlank(cell: SheetRow['values'][string] | undefined): boolean {
  return cell === undefined || (typeof cell === 'string' && trimmed(fromCellText(trimmed(cell))) === '')
}

/** Whether a cell's content couldn't be read: the value is null although the cell isn't blank. */
export function isUnreadable(row: SheetRow, column: string, value: unknown): boolean {
  return value === null && !isBlank(row.values[column])
}

type NumberRule = { label: string; decimals: number; max: number; signed?: boolean; isMoney?: boolean }

/**
 * A number; null if the cell is empty. A text may have the separators of any country if only one number can be meant,
 * and a price its currency.
 */
export function numberIn(
  problems: Problems,
  row: SheetRow,
  column: string,
  rule: NumberRule,
): number | null | undefined {
  const cell = row.values[column]
  if (cell === undefined || isBlank(cell)) return null
  if (typeof cell === 'object') return broken(problems, row, column)
  const value = typeof cell === 'string' ? numberOf(cell, rule, problems) : cell
  if (typeof value === 'object') return say(problems, row, column, eitherOf(rule.label, value.either))
  if (typeof value !== 'number' || Number.isNaN(value))
    return say(problems, row, column, `${rule.label} must be a number`)
  if (Math.abs(value) > rule.max) return say(problems, row, column, `${rule.label} is too large`)
  if (!rule.signed && value < 0) return say(problems, row, column, `${rule.label} cannot be negative`)
  if (decimalPlaces(value) > rule.decimals) return say(problems, row, column, tooManyDecimals(rule))
  return value === 0 ? 0 : value
}

/** A price of 1,234 isn't unclear: it can't have three decimals. */
function numberOf(text: string, { isMoney, decimals }: NumberRule, { numbers, seen }: Problems): number | Unclear {
  const digits = isMoney && numbers.currency ? withoutCurrency(trimmed(text), numbers.currency) : text
  const found = numberFromText(digits, numbers)
  if (typeof found === 'number') {
    const decimal = decimalSeparatorOf(digits)
    if (decimal) seen.decimals.add(decimal)
    if (hasOnePoint(digits)) seen.onePoint ??= digits
    return found
  }
  const [large, small] = found.either
  if (decimalPlaces(small) > decimals) return large
  seen.unclear ??= digits
  return found
}

/** Says how to write each of two readings. Three decimals might be read as thousands again. */
function eitherOf(label: string, [large, small]: Unclear['either']): string {
  const written = /\.\d{3}$/.test(String(small)) ? `${small}0` : String(small)
  return `${label} is ambiguous: it can mean ${large} or ${small}. Write ${large} or ${written}.`
}

/** The message for a number with too many decimals. */
export function tooManyDecimals({ label, decimals }: Pick<NumberRule, 'label' | 'decimals'>): string {
  if (decimals === 0)
    return `${label} must be a whole number. To allow decimals for a product, add a quantity_decimals column (1 to 4).`
  return `${label} has more than ${decimals} decimals`
}

/** Excel's error values. */
function broken(problems: Problems, row: SheetRow, column: string): undefined {
  const cell = row.values[column]
  if (typeof cell !== 'object') return undefined
  if ('date' in cell)
    return say(problems, row, column, 'Excel reads this as a date. Format the cell as text or as a number.')
  if ('error' in cell) return say(problems, row, column, 'This formula results in an error')
  if ('merged' in cell)
    return say(
      problems,
      row,
      column,
      `This cell is merged with ${cell.merged}. Unmerge the cells and fill in each one.`,
    )
  if ('other' in cell) return say(problems, row, column, 'Must be text or a number')
  return say(problems, row, column, 'This formula has no saved value. Open the file in Excel and save it.')
}

/** Reports a problem of a cell; the cell then has no value. */
export function say(problems: Problems, row: SheetRow, column: string, message: string): undefined {
  problems.at(row, column, message)
  return undefined
}
