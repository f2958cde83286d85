import { importSheets, type ImportField, type ImportKind, type ImportSheet } from '../../../contract/import-fields.ts'
import { categoryFields } from './categories.ts'
import { entriesOf, type Columns, type Field, type Fields } from './field.ts'
import { locationFields } from './locations.ts'
import { productFields } from './products.ts'
import { supplierFields } from './suppliers.ts'
import { transactionColumns } from './transactions.ts'

/** The columns of every sheet, in the order of the template. */
export const sheetColumns: Readonly<Record<ImportSheet, Columns>> = {
  Products: productFields,
  Categories: categoryFields,
  Transactions: transactionColumns,
  Suppliers: supplierFields,
  Locations: locationFields,
}

/** The table of each kind of record, and its fields. */
export const recordTables = {
  product: { table: 'products', fields: productFields },
  category: { table: 'categories', fields: categoryFields },
  supplier: { table: 'suppliers', fields: supplierFields },
  location: { table: 'locations', fields: locationFields },
} as const satisfies Record<ImportKind, { table: string; fields: Fields }>

/** The column that each heading names, after `columnName` has normalized it. */
export type Headings = ReadonlyMap<string, string>

/** The headings of every sheet, each column's own name and its aliases. */
export const sheetHeadings: Readonly<Record<ImportSheet, Headings>> = Object.fromEntries(
  importSheets.map((sheet) => [sheet, headingsOf(sheetColumns[sheet])]),
) as Record<ImportSheet, Headings>

function headingsOf(columns: Columns): Headings {
  return new Map(
    Object.entries(columns).flatMap(([name, { aliases = [] }]) =>
      [name, ...aliases].flatMap((heading): [string, string][] => [
        [heading, name],
        // ProductName
        [heading.replaceAll('_', ''), name],
      ]),
    ),
  )
}

/** The required columns of a sheet. */
export function requiredColumns(sheet: ImportSheet): string[] {
  return Object.entries(sheetColumns[sheet]).flatMap(([name, { required }]) => (required ? [name] : []))
}

/** The columns of a record's table that an import fills. */
export function storedColumns(kind: ImportKind): string[] {
  return entriesOf(recordTables[kind].fields).flatMap(([, { column }]) => column ?? [])
}

/** Those of them that it may change in an existing record. */
export function changeableColumns(kind: ImportKind): string[] {
  return entriesOf(recordTables[kind].fields).flatMap(([, { column, by }]) => (by === 'key' ? [] : (column ?? [])))
}

/** A field of a kind of record by its name. */
export function fieldOf(kind: ImportKind, name: string): Field | undefined {
  return entriesOf(recordTables[kind].fields).find(([field]) => field === name)?.[1]
}

/** The field that a record of changes names by its column; data of the ledger has the field's own name. */
export function fieldInColumn(kind: ImportKind, stored: string): ImportField {
  const [name] = entriesOf(recordTables[kind].fields).find(([field, { column }]) => (column ?? field) === stored) ?? []
  if (name === undefined || name === 'sku') throw new Error(`an import never changes ${stored} of a ${kind}`)
  return name
}

/** The unique fields of a kind of record that an import changes, and their columns. */
export function uniqueFields(kind: ImportKind): { name: ImportField; column: string }[] {
  return entriesOf(recordTables[kind].fields).flatMap(([name, { unique, column }]) =>
    unique && column && name !== 'sku' ? [{ name, column }] : [],
  )
}
