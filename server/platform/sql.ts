import tag, { join, raw, Sql } from 'sql-template-tag'

declare const rows: unique symbol

/**
 * A statement whose rows are `Row`s, or a part of one. A value in `${…}` is a parameter, never part of the text, unless
 * it is itself a part of a statement.
 */
export type Statement<Row = unknown> = Sql & { readonly [rows]?: Row }

function statement<Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  return tag(strings, ...values)
}

/**
 * Common page sizes, plus the row that shows whether there is another page. Not all sizes: each is a separate
 * statement, and a connection prepares a limited number of these. Larger ones are our own.
 */
const usualRows = new Set([1, 8, 10, 20, 25, 50, 100, 200].flatMap((size) => [size, size + 1]))
const isUsual = (rows: number) => usualRows.has(rows) || rows > 201

/** Builds statements: sql<Row>`select … where id = ${id}`. */
export const sql = Object.assign(statement, {
  /** Text that is inserted unchanged. Never user input. */
  raw,

  /** The name of a table, a column or a function, quoted; `m.quantity` is the column of a table. */
  ref: (name: string): Sql => raw(name.split('.').map(quoted).join('.')),

  /** A word or number of ours inserted as text, where the planner must see it. */
  lit: (value: string | number): Sql =>
    raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`),

  /**
   * The row count of a limit: as text for common page sizes, otherwise a parameter. PostgreSQL replans a statement with
   * such a parameter each time, because the generic plan looks more expensive to it.
   */
  rows: (count: number): Sql => (isUsual(count) ? raw(String(count)) : tag`${count}`),

  /** Joins the parts, with commas by default; of no parts, nothing. */
  join: (parts: readonly unknown[], separator: Sql = raw(', ')): Sql =>
    parts.length === 0 ? raw('') : join([...parts], separator.text),
})

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
