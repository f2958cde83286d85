import pg from 'pg'
import { jsonWriter, type JsonSchema } from './json-writer.ts'
import { type RawColumn, type RawRow, type RawRows, valueOf } from './raw-rows.ts'
import { exactNumber, isoMoment } from './sql-types.ts'

const { builtins } = pg.types

/**
 * How the text of a value becomes JSON, by the type of its column; other types (json, arrays) are read and written with
 * the field's schema.
 */
const textWriters: Record<number, (text: string) => string> = {
  [builtins.TEXT]: JSON.stringify,
  [builtins.VARCHAR]: JSON.stringify,
  [builtins.UUID]: quoted,
  [builtins.DATE]: quoted,
  [builtins.TIMESTAMPTZ]: (text) => quoted(isoMoment(text)),
  [builtins.BOOL]: (text) => (text === 't' ? 'true' : 'false'),
  [builtins.INT2]: (text) => text,
  [builtins.INT4]: (text) => text,
  [builtins.INT8]: numberText,
  [builtins.NUMERIC]: numberText,
}

function quoted(text: string): string {
  return `"${text}"`
}

/** Integers of up to nine digits are JSON already. */
function numberText(text: string): string {
  return /^\d{1,9}$/.test(text) ? text : String(exactNumber(text))
}

/** A field of an object: what precedes its value, and where that is from. */
type Field = Readonly<{
  before: string
  index: number
  /** Omitted for an object with columns of its own. */
  write?: (text: string) => string
  fields?: readonly Field[]
}>

/**
 * A function that writes rows with these columns as a JSON array of the objects that `schema` describes: exactly its
 * fields, in its order; other columns are left out. An object's columns have its name and a dot before theirs
 * (`stock.on_hand`); if the first of them is null, so is the object. Throws if a column is missing.
 */
export function rowsWriter(schema: JsonSchema, columns: readonly RawColumn[]): (rows: RawRows['rows']) => string {
  const fields = fieldsOf(schema, columns, '')
  return (rows) => {
    let json = '['
    for (const row of rows) json += `${json.length > 1 ? ',' : ''}${written(fields, row)}`
    return `${json}]`
  }
}

function written(fields: readonly Field[], row: RawRow): string {
  let json = ''
  for (const { before, index, write, fields: inner } of fields) {
    const text = row[index]
    if (text === null || text === undefined) json += `${before}null`
    else json += before + (write ? write(text) : written(inner ?? [], row))
  }
  return `${json}}`
}

function fieldsOf(schema: JsonSchema, columns: readonly RawColumn[], prefix: string): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, value], no) => {
    const before = `${no === 0 ? '{' : ','}${JSON.stringify(name)}:`
    const index = columns.findIndex((column) => column.name === prefix + name)
    const column = columns[index]
    if (column) return { before, index, write: textWriters[column.dataTypeID] ?? valueWriter(value, column) }
    const first = columns.findIndex((column) => column.name.startsWith(`${prefix}${name}.`))
    if (first === -1) throw new Error(`the rows have no column ${prefix}${name}`)
    return { before, index: first, fields: fieldsOf(value, columns, `${prefix}${name}.`) }
  })
}

function valueWriter(schema: JsonSchema, column: RawColumn): (text: string) => string {
  const write = jsonWriter(schema)
  return (text) => write(valueOf(column, text))
}
