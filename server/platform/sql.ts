import tag, { join, raw, Sql } from 'sql-template-tag'

declare const rows: unique symbol

/**
 * A statement whose rows are `Row`s, or a part of one. What stands in `${…}` is a parameter, and never part of the
 * text, unless it is itself a part of a statement.
 */
export type Statement<Row = unknown> = Sql & { readonly [rows]?: Row }

function statement<Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  return tag(strings, ...values)
}

/**
 * Pages of the sizes that people and programs ask for, and the row beyond that says whether there is another page. Not
 * all: each is a statement of its own, and a connection prepares a bounded number of these. Larger ones are our own.
 */
const usualRows = new Set([1, 8, 10, 20, 25, 50, 100, 200].flatMap((size) => [size, size + 1]))
const isUsual = (rows: number) => usualRows.has(rows) || rows > 201

/** Builds statements: sql<Row>`select … where id = ${id}`. */
export const sql = Object.assign(statement, {
  /** Text that is put in as it stands. Never what a person typed. */
  raw,

  /** The name of a table, a column or a function, quoted; `m.quantity` is the column of a table. */
  ref: (name: string): Sql => raw(name.split('.').map(quoted).join('.')),

  /** A word or a number of ours that stands in the text, where the planner is to see it. */
  lit: (value: string | number): Sql =>
    raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`),

  /**
   * How many rows a limit lets through: in the text where pages usually have so many, otherwise a parameter. PostgreSQL
   * plans a statement with such a parameter anew each time: the plan for all values looks more expensive to it.
   */
  rows: (count: number): Sql => (isUsual(count) ? raw(String(count)) : tag`${count}`),

  /** The parts one after another, with commas unless told otherwise; of no parts, nothing. */
  join: (parts: readonly unknown[], separator: Sql = raw(', ')): Sql =>
    parts.length === 0 ? raw('') : join([...parts], separator.text),
})

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
