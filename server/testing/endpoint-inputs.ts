import { z } from 'zod'
import { addressOf, type Endpoint } from '../../contract/endpoint.ts'
import type { Request } from './send.ts'

/** Inputs generated from the contract rows, so that new endpoints are tested automatically. */

/** A node of an input's JSON schema. */
export type Schema = Readonly<{
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
}>

/** The path of a value in an input: `['lines', '0', 'quantity']`. */
export type Field = Readonly<{ path: readonly string[]; schema: Schema }>

/** Creates an id for a field by its name (`product_id`); the caller decides whose. */
export type Ids = (field: string) => string

/** Values required for an input to be accepted, where the schema alone doesn't define them. */
const fitting: Readonly<Record<string, unknown>> = {
  color: '#3B82F6',
  reason_code: 'customer_return',
  version: 1,
  company_email: 'a@b.example',
  email: 'a@b.example',
  recipient: 'a@b.example',
  url: 'https://shop.example/item',
  purchase_url: 'https://shop.example/item',
  image: 'https://shop.example/item.png',
  moment: '2026-01-05T00:00:00Z',
  // Texts of several ids.
  order_ids: '0190c1d2-0000-7000-8000-000000000001',
  shipment_ids: '0190c1d2-0000-7000-8000-000000000001',
}

/** Created once for each endpoint: its inputs are requested by the thousand. */
const inputSchemas = new WeakMap<Endpoint, Schema>()

export function inputSchema(endpoint: Endpoint): Schema {
  const known = inputSchemas.get(endpoint)
  if (known) return known
  const made = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema
  inputSchemas.set(endpoint, made)
  return made
}

export function pathParameters(endpoint: Endpoint): string[] {
  return [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}

/** Every value of an input: through objects, and into the first entry of lists. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  return leaves(inputSchema(endpoint), []).filter(({ path }) => path[0] !== 'file')
}

function leaves(schema: Schema, path: readonly string[]): Field[] {
  const inner = notNull(schema)
  if (inner.properties) return Object.entries(inner.properties).flatMap(([name, one]) => leaves(one, [...path, name]))
  if (inner.type === 'array' && inner.items) return leaves(inner.items, [...path, '0'])
  return [{ path, schema: inner }]
}

/** The type of a nullable value. */
function notNull(schema: Schema): Schema {
  const choices = schema.anyOf ?? schema.oneOf
  return choices ? notNull(choices.find((choice) => choice.type !== 'null') ?? {}) : schema
}

/** An input that the schema accepts: the required values, and those in `fitting`. */
export function validInput(endpoint: Endpoint, ids: Ids): Record<string, unknown> {
  return valid(inputSchema(endpoint), '', ids) as Record<string, unknown>
}

let made = 0

function valid(schema: Schema, name: string, ids: Ids): unknown {
  const inner = notNull(schema)
  if (inner.properties) {
    const wanted = Object.entries(inner.properties).filter(
      ([key]) => inner.required?.includes(key) || (key in fitting && key !== 'email'),
    )
    return Object.fromEntries(wanted.map(([key, one]) => [key, valid(one, key, ids)]))
  }
  if (Object.hasOwn(fitting, name)) return fitting[name]
  if (inner.const !== undefined) return inner.const
  if (inner.enum) return inner.enum[0]
  if (inner.type === 'array') return inner.minItems ? [valid(inner.items ?? {}, name, ids)] : []
  if (inner.type === 'number' || inner.type === 'integer') return 1
  if (inner.type === 'boolean') return true
  if (inner.format === 'uuid') return ids(name)
  if (inner.format === 'date-time') return '2026-01-05T00:00:00Z'
  if (inner.format === 'date') return '2026-01-05'
  return `${name} ${++made}`
}

/** The input with another value at one path, creating what is on the way. */
export function withValue(endpoint: Endpoint, input: unknown, field: Field, value: unknown, ids: Ids): unknown {
  return withValueAt(inputSchema(endpoint), input, field.path, value, ids)
}

function withValueAt(schema: Schema, input: unknown, path: readonly string[], value: unknown, ids: Ids): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const inner = notNull(schema)
  if (inner.items) {
    const [first = valid(inner.items, '', ids)] = Array.isArray(input) ? (input as unknown[]) : []
    return [withValueAt(inner.items, first, rest, value, ids)]
  }
  const here = (input ?? valid(inner, '', ids)) as Record<string, unknown>
  return { ...here, [step]: withValueAt(inner.properties?.[step] ?? {}, here[step], rest, value, ids) }
}

/**
 * The request with an input, as the API documents it. `json` writes the body, for numbers that JSON.stringify would
 * not.
 */
export function requestOf(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  json: (body: unknown) => string = JSON.stringify,
): { path: string; init: Request } {
  const rest = { ...input }
  const path = addressOf(endpoint).replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(asText(value))
  })
  const { method } = endpoint
  const query = () => {
    const given = Object.entries(rest).filter(([name, value]) => name !== 'file' && value !== undefined)
    return given.length === 0
      ? ''
      : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, asText(value)]))}`
  }
  if (endpoint.body === 'bytes') {
    const headers = { 'content-type': 'application/octet-stream' }
    return { path: path + query(), init: { method, headers, body: new Uint8Array([1, 2, 3]) } }
  }
  if (method === 'GET') return { path: path + query(), init: { method } }
  return { path, init: { method, headers: { 'content-type': 'application/json' }, body: json(rest) } }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')
}

/**
 * Runs many calls, two at a time, and returns each result. Two keep client and server busy; every further one needs
 * another connection, which plans each statement again: with eight, PostgreSQL took 18 s of processor time for
 * server/tenancy.test.ts, with two 12 s.
 */
export async function fewAtATime<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  few: 1 | 2 = 2,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: few }, worker))
  return results
}
