import type { ImportProblem } from '../../../contract/import-preview.ts'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { excerpt } from '../../platform/excerpt.ts'
import type { DecimalSeparator, NumberReading } from './number-text.ts'
import type { Cell, SheetRow, SheetRows } from './sheets.ts'

/** Collects all problems of one sheet, each with its cell and value. */
export type Problems = Readonly<{
  found: ImportProblem[]
  /** A problem in one column of a row. */
  at(row: SheetRow, column: string, message: string): void
  /** A problem of an entire row. */
  inRow(row: SheetRow, message: string): void
  /** A problem of the entire sheet. */
  inSheet(message: string): void
  /** How numbers are read, and what was seen of them. */
  numbers: NumberReading
  seen: SeenNumbers
}>

/** The decimal separators of numbers, and the first texts with two readings: with a comma, and with a point. */
export type SeenNumbers = { decimals: Set<DecimalSeparator>; unclear?: string; onePoint?: string }

/** `decimal` is the decimal separator of the sheet's numbers, if they show one. */
export function problemsOf(
  sheet: ImportSheet,
  read: Pick<SheetRows, 'letters' | 'pointMayGroup'> | null,
  { decimal, currency }: Pick<NumberReading, 'decimal' | 'currency'> = {},
): Problems {
  const { letters = {}, pointMayGroup = false } = read ?? {}
  const found: ImportProblem[] = []
  return {
    found,
    numbers: { pointMayGroup, ...(decimal && { decimal }), ...(currency && { currency }) },
    seen: { decimals: new Set() },
    at(row, column, message) {
      const letter = letters[column]
      const cell = row.cells?.[column] ?? (letter ? `${letter}${row.row}` : null)
      found.push({ sheet, row: row.row, column, cell, value: cellText(row.values[column]), message })
    },
    inRow: ({ row }, message) => void found.push({ sheet, row, column: null, cell: null, value: null, message }),
    inSheet: (message) => void found.push({ sheet, row: null, column: null, cell: null, value: null, message }),
  }
}

/** A cell's content as a person would read it there; null for an empty one. */
export function cellText(cell: Cell | undefined): string | null {
  if (cell === undefined) return null
  if (typeof cell !== 'object') return excerpt(String(cell), 200)
  if ('merged' in cell) return null
  const [text = ''] = Object.values(cell)
  return excerpt(text, 200)
}
