import type { Currency } from '../../../contract/currencies.ts'
import type { ImportField } from '../../../contract/import-fields.ts'
import type { Problems } from './problems.ts'
import type { SheetRow } from './sheets.ts'

export type Value = string | number | null

/**
 * Reads the cell of one column: its value, null if the cell is blank, undefined if it can't be read, which is reported
 * as a problem.
 */
export type ReadCell<V extends string | number> = (
  problems: Problems,
  row: SheetRow,
  column: string,
) => V | null | undefined

/** One column of a sheet: its headings in files, and how to read a cell. */
export type Column<V extends string | number = string | number> = Readonly<{
  read: ReadCell<V>
  /** A row without it is refused. */
  required?: true
  /** Other headings in files, as `columnName` normalizes them. */
  aliases?: readonly string[]
  /** Its example in the template; a column without one is left out there. */
  template?: Readonly<{ example: V; width: number }>
  /** Its description in the template. */
  explanation?: string
}>

/** A column that becomes a field of a record: what planning, writing and undoing an import need to know. */
export type Field<V extends string | number = string | number> = Column<V> &
  Readonly<{
    /**
     * How a row is compared with its record. `value`: the cell with the field. `name`: the name of another record,
     * ignoring case. `key`: the record was found by it, so it never changes. `stock`: counted by the ledger, and set
     * only on request.
     */
    by: 'value' | 'name' | 'key' | 'stock'
    /** The column of the record's table; null for data that the ledger stores. */
    column: string | null
    /** What a blank cell means for a new record; by default the field stays empty. */
    blank?: V
    /** Unique among an organization's records. */
    unique?: true
    /** How a number is shown; by default as a quantity. */
    show?: (value: number, currency: Currency) => string
    /** Changes are added to the price history. */
    isPrice?: true
  }>

export type Columns = Readonly<Record<string, Column>>

/** The name of a field. Every field has a label (`importFieldLabels`) except the SKU, which an import never changes. */
export type FieldName = ImportField | 'sku'

export type Fields = Readonly<Partial<Record<FieldName, Field>>>

/** The fields of a table with their names. */
export function entriesOf(fields: Fields): [FieldName, Field][] {
  return Object.entries(fields) as [FieldName, Field][]
}

/**
 * The values of a row with these columns. Null is a blank cell: the default for a new record, unchanged in an existing
 * one.
 */
export type ValuesOf<T extends Columns> = {
  -readonly [K in keyof T]: (T[K] extends { read: ReadCell<infer V> } ? V : never) | null
}

/** The values of a row's cells, read in the order of the table; null for blank or unreadable ones. */
export function readCells<T extends Columns>(columns: T, row: SheetRow, problems: Problems): ValuesOf<T> {
  const values: Record<string, Value> = {}
  for (const [name, { read }] of Object.entries(columns)) values[name] = read(problems, row, name) ?? null
  return values as ValuesOf<T>
}

/** The values of a new record: for a blank cell its field's `blank`, or nothing. */
export type NewValuesOf<T extends Fields> = {
  -readonly [K in keyof T]: T[K] extends { blank: string | number } ? NonNullable<ValuesOf<T>[K]> : ValuesOf<T>[K]
}

/** The fields of a new record whose row has these values. */
export function newValues<T extends Fields>(fields: T, given: Partial<ValuesOf<T>>): NewValuesOf<T> {
  const values: Record<string, Value> = {}
  for (const [name, { blank = null }] of entriesOf(fields))
    values[name] = (given as Record<string, Value>)[name] ?? blank
  return values as NewValuesOf<T>
}
