import { sqlTypes } from './sql-types.ts'

declare const row: unique symbol

/**
 * Rows as PostgreSQL sent them: values as text. A response is written from these without making objects of them
 * (row-writer.ts), which for a page of a list costs a third of Node's time. `Row` is what is written for one of them.
 */
export type RawRows<Row = unknown> = Readonly<{
  columns: readonly RawColumn[]
  rows: readonly RawRow[]
  [row]?: Row
}>

/** A dot in the name is a field of an object: `category.name`. */
export type RawColumn = Readonly<{ name: string; dataTypeID: number }>
export type RawRow = readonly (string | null)[]

/** The form of an output whose items are written from rows. */
export type RawPage<Output> = Output extends { items: (infer Item)[] }
  ? Omit<Output, 'items'> & { items: RawRows<Item> }
  : never

export function hasRawItems(output: unknown): output is { items: RawRows } {
  const items = (output as { items?: unknown } | null | undefined)?.items
  return typeof items === 'object' && items !== null && 'columns' in items
}

/** The value that the text of this column represents. */
export function valueOf(column: RawColumn, text: string): unknown {
  return sqlTypes.getTypeParser(column.dataTypeID as never)(text)
}

/** The values of one column. */
export function columnOf({ columns, rows }: RawRows, name: string, among = rows): unknown[] {
  const index = columns.findIndex((column) => column.name === name)
  const column = columns[index]
  if (!column) throw new Error(`the rows have no column ${name}`)
  return among.map((row) => {
    const text = row[index]
    return text === null || text === undefined ? null : valueOf(column, text)
  })
}
