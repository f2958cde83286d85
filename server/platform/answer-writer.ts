import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Answer } from './call.ts'
import { jsonWriter, outputSchema } from './json-writer.ts'
import { hasRawItems, type RawColumn, type RawRows } from './raw-rows.ts'
import { rowsWriter } from './row-writer.ts'

/** Parsing a response costs as much as reading it, so in production responses are only written. */
const areAnswersChecked = process.env.NODE_ENV !== 'production'

/**
 * The response of an endpoint, as it is sent. Outside production the output must match its schema, and the written JSON
 * must be what the schema produces. A file is passed on unchanged.
 */
export function answerOf(endpoint: Endpoint, output: unknown): Answer {
  if (endpoint.downloads) return { status: endpoint.status, body: output }
  const json = answerWriter(endpoint)(output)
  if (areAnswersChecked) requireSame(endpoint, hasRawItems(output) ? JSON.parse(json) : output, json)
  return { status: endpoint.statusOf?.(output) ?? endpoint.status, body: output, json }
}

function requireSame(endpoint: Endpoint, output: unknown, json: string): void {
  const parsed: unknown = JSON.parse(JSON.stringify(endpoint.output.parse(output)))
  if (!isDeepStrictEqual(JSON.parse(json), parsed)) throw new Error(`${endpoint.name} wrote ${json}`)
}

/** Writes a response as JSON: only the fields that its endpoint declares. Throws if one is missing. */
export type AnswerWriter = (output: unknown) => string

const writers = new WeakMap<Endpoint, AnswerWriter>()

/**
 * The writer of an endpoint's responses, compiled from the JSON schema of its output at first use. For any output that
 * the schema accepts, it writes what `JSON.stringify(endpoint.output.parse(output))` would; it checks nothing. Items
 * may be rows as PostgreSQL sent them.
 */
export function answerWriter(endpoint: Endpoint): AnswerWriter {
  const known = writers.get(endpoint)
  if (known) return known
  const writer = newWriter(endpoint)
  writers.set(endpoint, writer)
  return writer
}

function newWriter(endpoint: Endpoint): AnswerWriter {
  const schema = outputSchema(endpoint.output)
  const write = jsonWriter(schema)
  const { items, ...others } = schema.properties ?? {}
  const item = items?.items
  if (!item) return write
  const writeOthers = jsonWriter({
    ...schema,
    properties: others,
    required: schema.required?.filter((name) => name in others),
  })
  const rowWriters = new Map<string, ReturnType<typeof rowsWriter>>()
  const rowWriter = (columns: readonly RawColumn[]) => {
    const key = columns.map(({ name, dataTypeID }) => `${name}:${dataTypeID}`).join()
    const known = rowWriters.get(key) ?? rowsWriter(item, columns)
    rowWriters.set(key, known)
    return known
  }
  const writeItems = ({ columns, rows }: RawRows) => rowWriter(columns)(rows)
  const comma = Object.keys(others).length > 0 ? ',' : ''
  return (output) =>
    hasRawItems(output) ? `{"items":${writeItems(output.items)}${comma}${writeOthers(output).slice(1)}` : write(output)
}
