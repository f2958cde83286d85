import { isDeepStrictEqual } from 'node:util'
import buildWriter from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Answer } from './call.ts'

/** Parsing a response costs as much as reading it, so in production responses are only written. */
const areAnswersChecked = process.env.NODE_ENV !== 'production'

/**
 * The response of an endpoint, as it is sent. Outside production the output must match its schema, and the written JSON
 * must be what the schema produces. A file is passed on unchanged.
 */
export function answerOf(endpoint: Endpoint, output: unknown): Answer {
  if (endpoint.answers === 'file') return { status: endpoint.status, body: output }
  const json = answerWriter(endpoint)(output)
  if (areAnswersChecked) requireSame(endpoint, output, json)
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
 * the schema accepts, it writes what `JSON.stringify(endpoint.output.parse(output))` would; it checks nothing.
 */
export function answerWriter(endpoint: Endpoint): AnswerWriter {
  const known = writers.get(endpoint)
  if (known) return known
  const schema = z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' }) as Schema
  const writer = buildWriter(written(schema) as buildWriter.Schema) as AnswerWriter
  writers.set(endpoint, writer)
  return writer
}

type Schema = { [keyword: string]: unknown; type?: string | string[]; anyOf?: Schema[]; oneOf?: Schema[] }

/** Keywords that restrict values; writing only needs the structure. */
const checks = new Set(
  (
    '$schema description format pattern contentEncoding minLength maxLength minItems maxItems minimum maximum ' +
    'exclusiveMinimum exclusiveMaximum multipleOf propertyNames default'
  ).split(' '),
)

/** A JSON schema in the form the compiler handles best: no checks, `nullable` if null is the only alternative. */
function written(schema: Schema): Schema {
  const { type } = schema
  if (Array.isArray(type)) return written({ anyOf: type.map((one) => ({ ...schema, type: one })) })
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const others = choices.filter(({ type }) => type !== 'null')
    const only = others.length === 1 && others[0] ? written(others[0]) : undefined
    if (only && !only.anyOf) return others.length === choices.length ? only : { ...only, nullable: true }
    return { anyOf: choices.map(written) }
  }
  // Undeclared fields are left out anyway; if they were forbidden, a choice with an extra field would match nothing.
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => !checks.has(keyword) && !(keyword === 'additionalProperties' && value === false),
  )
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, writtenKeyword(keyword, value)]))
}

function writtenKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'properties' || keyword === '$defs') return eachOf(value as Record<string, Schema>)
  if (keyword === 'items' && !Array.isArray(value)) return written(value as Schema)
  if (keyword === 'additionalProperties' && typeof value === 'object') return written(value as Schema)
  // A whole number is written like any other: the compiler would silently truncate decimals.
  return keyword === 'type' && value === 'integer' ? 'number' : value
}

function eachOf(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, written(schema)]))
}
