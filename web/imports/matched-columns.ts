import { type ColumnChoice, importColumns, type SheetOfFile } from '../../contract/import-columns.ts'
import type { ImportSheet } from '../../contract/import-fields.ts'

/** The sheet with another choice for one of its columns. A field has one column, so the column that had it loses it. */
export function choiceAt({ columns, ...sheet }: SheetOfFile, at: number, chosen: string | null): SheetOfFile {
  return {
    ...sheet,
    columns: columns.map((column, index) => {
      if (index === at) return { ...column, column: chosen }
      return chosen !== null && column.column === chosen ? { ...column, column: null } : column
    }),
  }
}

/** The same file as a list of other records: fields that both have keep their columns. */
export function asList({ columns, ...file }: SheetOfFile, sheet: ImportSheet): SheetOfFile {
  const kept = (name: string | null) => (name !== null && Object.hasOwn(importColumns[sheet], name) ? name : null)
  return { ...file, sheet, columns: columns.map((column) => ({ ...column, column: kept(column.column) })) }
}

/** The choices of all sheets, as they are sent. */
export function choicesOf(sheets: readonly SheetOfFile[]): ColumnChoice[] {
  return sheets.flatMap(({ sheet, columns }) =>
    columns.flatMap(({ heading, column }) => (column === null ? [] : [{ sheet, column, heading }])),
  )
}

/** The labels of the required fields that no column is chosen for; if there are several sheets, with theirs. */
export function requiredMissing(sheets: readonly SheetOfFile[]): string[] {
  return sheets.flatMap(({ sheet, columns }) =>
    Object.entries(importColumns[sheet]).flatMap(([name, { label, required }]) => {
      if (!required || columns.some(({ column }) => column === name)) return []
      return sheets.length > 1 ? [`${label} in ${sheet}`] : [label]
    }),
  )
}

/** How many columns a file has, and how many of them are imported, also as a part of variants or of stock. */
export function countColumns(sheets: readonly SheetOfFile[]): { all: number; imported: number } {
  const columns = sheets.flatMap((sheet) => sheet.columns)
  return {
    all: columns.length,
    imported: columns.filter(({ column, used }) => column !== null || used !== undefined).length,
  }
}
