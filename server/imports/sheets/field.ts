import type { Problems } from './problems.ts'
import type { SheetRow } from './sheets.ts'

export type Value = string | number | null

/**
 * Reads the cell of one column: its value, null where the cell is blank, undefined where it can't be read, which is
 * then named among the problems.
 */
export type ReadCell<V extends string | number> = (
  problems: Problems,
  row: SheetRow,
  column: string,
) => V | null | undefined

/** One column of a sheet: how files have it and how a cell of it is read. */
export type Column<V extends string | number = string | number> = Readonly<{
  read: ReadCell<V>
  /** A row is refused without it. */
  required?: true
  /** Other headings under which files have it, as `columnName` makes them. */
  aliases?: readonly string[]
  /** How the template shows it; a column without this is left to those who need it. */
  template?: Readonly<{ example: V; width: number }>
  /** What the template says of it in words. */
  explanation?: string
}>

/** A column that becomes a field of a record: what planning, writing and undoing an import know about it. */
export type Field<V extends string | number = string | number> = Column<V> &
  Readonly<{
    /**
     * How a row is compared with the record it names. `value`: the cell with the field. `name`: the name of another
     * record, in capitals or not. `key`: the record was found by it, so it never changes. `stock`: counted by the
     * ledger, and set only when asked.
     */
    by: 'value' | 'name' | 'key' | 'stock'
    /** The column of the record's table that holds it; null for what the ledger keeps. */
    column: string | null
    /** What a blank cell means for a new record; otherwise the field stays empty. */
    blank?: V
    /** No two records of an organization have the same text. */
    unique?: true
    /** How a figure is shown; otherwise it is a quantity. */
    show?: (value: number) => string
    /** A change of it belongs to the history of prices. */
    isPrice?: true
  }>

export type Columns = Readonly<Record<string, Column>>
export type Fields = Readonly<Record<string, Field>>

/**
 * What a row of a sheet with these columns holds. Null is a blank cell: the default of something new, left alone in
 * what exists.
 */
export type ValuesOf<T extends Columns> = {
  -readonly [K in keyof T]: (T[K] extends { read: ReadCell<infer V> } ? V : never) | null
}

/** The values of a row's cells, read in the order of the table; null for those that are blank or can't be read. */
export function readCells<T extends Columns>(columns: T, row: SheetRow, problems: Problems): ValuesOf<T> {
  const values: Record<string, Value> = {}
  for (const [name, { read }] of Object.entries(columns)) values[name] = read(problems, row, name) ?? null
  return values as ValuesOf<T>
}

/** What a new record holds: where a cell is blank its field's `blank`, or nothing. */
export type NewValuesOf<T extends Fields> = {
  -readonly [K in keyof T]: T[K] extends { blank: string | number } ? NonNullable<ValuesOf<T>[K]> : ValuesOf<T>[K]
}

/** The fields of a new record whose row has these values. */
export function newValues<T extends Fields>(fields: T, given: Partial<ValuesOf<T>>): NewValuesOf<T> {
  const values: Record<string, Value> = {}
  for (const [name, { blank = null }] of Object.entries(fields)) values[name] = given[name] ?? blank
  return values as NewValuesOf<T>
}
