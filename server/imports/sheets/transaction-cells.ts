import { fromCellText } from '../../../contract/formula-text.ts'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { numberIn, say, textIn } from './cells.ts'
import type { ReadCell } from './field.ts'

/** A quantity of a transaction: more than 0, or any other than 0 where the row's type is an adjustment. */
export const transactionQuantity: ReadCell<number> = (problems, row, column) => {
  // A negative unsigned quantity gets the same message as zero: the spec has one for both.
  const rule = { label: 'Quantity', decimals: limits.quantityDecimalsMax, max: limits.quantityMax, signed: true }
  const quantity = numberIn(problems, row, column, rule)
  if (quantity === undefined || quantity === null) return quantity
  const isAdjustment = trimmed(fromCellText(trimmed(String(row.values['type'])))).toLowerCase() === 'adjustment'
  if (isAdjustment ? quantity !== 0 : quantity > 0) return quantity
  const sentence = isAdjustment ? 'Adjustment quantity must not be 0' : 'Quantity must be greater than 0'
  return say(problems, row, column, sentence)
}

/** The organization's currency: another one would have to be converted. */
export const currency: ReadCell<string> = (problems, row, column) => {
  const typed = textIn(problems, row, column, limits.shortTextCharacters)
  if (typed === null || typed === undefined || typed.toUpperCase() === problems.numbers.currency) return typed
  return say(problems, row, column, `Currency must be ${problems.numbers.currency}`)
}
