import buildWriter from 'fast-json-stringify'
import { z } from 'zod'

/** A JSON schema. */
export type JsonSchema = {
  [keyword: string]: unknown
  type?: string | string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
}

/** The JSON schema of a type's output, with `properties` on every object, nullable or not. */
export function outputSchema(type: z.ZodType): JsonSchema {
  return written(z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' }) as JsonSchema)
}

/** Compiles a function that writes values as JSON: only what the schema declares. It checks nothing. */
export function jsonWriter(schema: JsonSchema): (value: unknown) => string {
  return buildWriter(schema as buildWriter.Schema) as (value: unknown) => string
}

/** Keywords that restrict values; writing only needs the structure. */
const checks = new Set(
  (
    '$schema description format pattern contentEncoding minLength maxLength minItems maxItems minimum maximum ' +
    'exclusiveMinimum exclusiveMaximum multipleOf propertyNames default'
  ).split(' '),
)

/** A JSON schema in the form the compiler handles best: no checks, `nullable` if null is the only alternative. */
function written(schema: JsonSchema): JsonSchema {
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
  if (keyword === 'properties' || keyword === '$defs') return eachOf(value as Record<string, JsonSchema>)
  if (keyword === 'items' && !Array.isArray(value)) return written(value as JsonSchema)
  if (keyword === 'additionalProperties' && typeof value === 'object') return written(value as JsonSchema)
  // A whole number is written like any other: the compiler would silently truncate decimals.
  return keyword === 'type' && value === 'integer' ? 'number' : value
}

function eachOf(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, written(schema)]))
}
