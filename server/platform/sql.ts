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

/** Builds statements: sql<Row>`select … where id = ${id}`. */
export const sql = Object.assign(statement, {
  /** Text that is put in as it stands. Never what a person typed. */
  raw,

  /** The name of a table, a column or a function, quoted; `m.quantity` is the column of a table. */
  ref: (name: string): Sql => raw(name.split('.').map(quoted).join('.')),

  /** A word or a number of ours that stands in the text, where the planner is to see it. */
  lit: (value: string | number): Sql =>
    raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`),

  /** The parts one after another, with commas unless told otherwise; of no parts, nothing. */
  join: (parts: readonly unknown[], separator: Sql = raw(', ')): Sql =>
    parts.length === 0 ? raw('') : join([...parts], separator.text),
})

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
