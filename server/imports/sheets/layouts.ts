import type { FileColumn, SheetOfFile } from '../../../contract/import-columns.ts'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { exportHeadings, exportOf } from './exports.ts'
import { columnName, sheetKeys, uniqueHeadings, type Sheets } from './sheets.ts'
import type { Headings } from './tables.ts'

/** What the headings of a sheet were imported as. */
export type Layout = Readonly<{ sheet: ImportSheet; columns: readonly Pick<FileColumn, 'heading' | 'column'>[] }>

/**
 * How headings are recognized: by the names of every sheet's columns, by the choices for this file (their sheets have
 * no other columns), and by the layouts of earlier imports, newest first.
 */
export type Recognition = Readonly<{
  headings: Readonly<Record<ImportSheet, Headings>>
  chosen: ReadonlyMap<ImportSheet, Headings>
  layouts: readonly Layout[]
}>

/** The columns by the names of headings, and whether a person has chosen them. */
export type Recognized = Readonly<{ headings: Headings; isChosen: boolean }>

/** The columns of a sheet with these headings, and whether a person has chosen them. */
export function recognize(
  { headings, chosen, layouts }: Recognition,
  sheet: ImportSheet,
  cells: readonly string[],
): Recognized {
  const now = chosen.get(sheet)
  if (now) return { headings: now, isChosen: true }
  const layout = layouts.find((one) => one.sheet === sheet && hasHeadings(one, cells))
  if (layout) return { headings: headingsOf(layout), isChosen: true }
  const known = sheet === 'Products' ? exportOf(cells) : undefined
  const named = headings[sheet]
  return { headings: known ? new Map([...named, ...exportHeadings(known)]) : named, isChosen: false }
}

/** The sheets that a table with these headings can be, as far as a person has chosen that; otherwise all. */
export function possibleSheets({ headings, chosen, layouts }: Recognition, cells: readonly string[]): ImportSheet[] {
  if (chosen.size > 0) return [...chosen.keys()]
  const layout = layouts.find((one) => hasHeadings(one, cells))
  if (layout) return [layout.sheet]
  return exportOf(cells) ? ['Products'] : (Object.keys(headings) as ImportSheet[])
}

function hasHeadings({ columns }: Layout, cells: readonly string[]): boolean {
  return keyOf(columns.map(({ heading }) => heading)) === keyOf(cells)
}

/** Without the names given to columns that have none: whether they have values differs from file to file. */
function keyOf(cells: readonly string[]): string {
  return JSON.stringify(
    uniqueHeadings(cells)
      .map(columnName)
      .filter((name) => name !== '' && !/^column_[a-z]{1,3}$/.test(name))
      .toSorted(),
  )
}

function headingsOf({ columns }: Layout): Headings {
  return new Map(columns.flatMap(({ heading, column }) => (column === null ? [] : [[columnName(heading), column]])))
}

/** Every sheet of a file with its headings. Empty for rows sent as JSON, which have none. */
export function sheetsOfFile(sheets: Sheets): SheetOfFile[] {
  return Object.values(sheetKeys).flatMap(({ key }) => {
    const { sheet, columns, isFile = false } = sheets[key] ?? {}
    return sheet && columns ? [{ sheet, is_file: isFile, columns }] : []
  })
}

/** The layouts of those sheets whose columns a person has chosen. */
export function chosenLayouts(sheets: Sheets): Layout[] {
  return sheetsOfFile(sheets)
    .filter(({ sheet }) => sheets[sheetKeys[sheet].key]?.isChosen)
    .map(({ sheet, columns }) => ({ sheet, columns: columns.map(({ heading, column }) => ({ heading, column })) }))
}
