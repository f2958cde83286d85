import type { ImportSheet } from '../../../contract/import-fields.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { shortened } from '../../platform/excerpt.ts'
import { columnName, sheetKeys } from '../sheets/sheets.ts'
import { possibleSheets, recognize, type Recognition } from '../sheets/layouts.ts'
import type { Headings } from '../sheets/tables.ts'
import type { Known } from './heading-row.ts'
import { unreadable } from './unreadable.ts'

const either = new Intl.ListFormat('en', { type: 'disjunction' })
const all = new Intl.ListFormat('en')

/** How many of these cells are columns of a sheet. */
function columnsFound(cells: readonly string[], headings: Headings): number {
  return cells.filter((cell) => headings.has(columnName(cell))).length
}

/** How many of these cells are columns of the sheet that has the most of them, among those that the table can be. */
export function columnsKnown(cells: readonly string[], recognition: Recognition): Known {
  const found = possibleSheets(recognition, cells).map((sheet) => columnsKnownOf(sheet, cells, recognition))
  return {
    columns: Math.max(...found.map(({ columns }) => columns)),
    isSure: found.some(({ isSure }) => isSure),
  }
}

/** How many of these cells are columns of this sheet. A single required column may also be a title or a value. */
export function columnsKnownOf(sheet: ImportSheet, cells: readonly string[], recognition: Recognition): Known {
  const { headings } = recognize(recognition, sheet, cells)
  const named = new Set(cells.map((cell) => headings.get(columnName(cell))))
  const { required } = sheetKeys[sheet]
  return {
    columns: columnsFound(cells, headings),
    isSure: required.length > 1 && required.every((column) => named.has(column)),
  }
}

/**
 * What a table lists: the sheet with the most columns of its first row; if several have as many, the one that the table
 * is called after. Refuses a table that fits no sheet, or several: `advice` begins the sentence that says how to name
 * it.
 */
export function sheetByColumns(
  cells: readonly string[],
  calledAfter: string,
  recognition: Recognition,
  advice: (list: (write: (sheet: ImportSheet) => string) => string) => string,
): ImportSheet {
  const names = possibleSheets(recognition, cells)
  const known = (name: ImportSheet) => columnsFound(cells, recognize(recognition, name, cells).headings)
  const most = Math.max(...names.map(known))
  if (most === 0) unreadable(noKnownColumn(cells))
  const fitting = names.filter((name) => known(name) === most)
  const named = fitting.filter((name) => calledAfter.toLowerCase().includes(name.toLowerCase()))
  const [sheet, other] = named.length === 1 ? named : fitting
  if (sheet === undefined || other !== undefined) {
    const list = (write: (sheet: ImportSheet) => string) => either.format(fitting.map(write))
    const lists = list((name) => name.toLowerCase())
    return unreadable(`This file could be a list of ${lists}. ${advice(list)} and try again.`)
  }
  return sheet
}

/** Names what the first row has instead: the columns of a list that isn't imported, or a product. */
function noKnownColumn(cells: readonly string[]): string {
  const named = cells.filter((cell) => trimmed(cell) !== '').map((cell) => `“${shortened(cell, 40)}”`)
  const shown = named.length > 4 ? [...named.slice(0, 3), `${named.length - 3} more`] : named
  const instead = shown.length > 0 ? `has only ${all.format(shown)}` : 'is empty'
  return `The first row must name the columns, for example name, sku and price. In this file it ${instead}.`
}
