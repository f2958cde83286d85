import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf, query } from '../../contract/endpoint.ts'
import { fileAddress } from '../../contract/file-addresses.ts'
import { allEndpoints } from '../testing/all-endpoints.ts'
import { answerWriter } from './answer-writer.ts'

const answered = allEndpoints.filter(({ downloads }) => !downloads)

/** The value of a column that isn't in the contract. */
const secret = 'must never leave'

type Schema = {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  minimum?: number
}

/** The JSON schema of a file's address doesn't define its format. */
const addresses = fc.constant(
  fileAddress('product-images', '0b1c2d3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e', `${'a'.repeat(43)}.webp`),
)

/** Outputs that a schema accepts, each object with an extra column. */
function outputs(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const { type } = schema
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => outputs({ ...schema, type: one })))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(outputs))
  switch (type) {
    case 'object':
      return schema.properties ? objects(schema.properties, schema.required ?? []) : dictionaries(schema)
    case 'array':
      return fc.array(outputs(schema.items ?? {}), { maxLength: 3 })
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000 })
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function objects(properties: Record<string, Schema>, required: string[]): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, name === 'address' ? addresses : outputs(schema)]),
  )
  return fc
    .record(fields, { requiredKeys: required })
    .map((made) => ({ a_column_more: secret, ...made, password_hash: secret }))
}

function dictionaries({ additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const values = typeof additionalProperties === 'object' ? outputs(additionalProperties) : fc.jsonValue()
  // The schema drops a key that sets a prototype; none of our own is called that.
  const keys = fc.string().filter((key) => key !== '__proto__')
  return fc.dictionary(keys, values, { maxKeys: 3, noNullPrototype: true })
}

function texts({ format }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc
      .date({ min: new Date('1971-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (format === 'date') return fc.constantFrom('2026-01-31', '1999-12-01')
  return fc.string({ unit: 'binary', maxLength: 60 })
}

test.each(answered.map((endpoint) => [`${endpoint.method} ${addressOf(endpoint)}`, endpoint] as const))(
  '%s is written as its schema reads it, without any other column',
  (_name, endpoint) => {
    const write = answerWriter(endpoint)
    const schema = z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' }) as Schema
    fc.assert(
      fc.property(outputs(schema), (output) => {
        const json = write(output)
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(endpoint.output.parse(output))))
        if (schema.type === 'object') expect(json).not.toContain(secret)
      }),
      { numRuns: 30 },
    )
  },
)

test('a response without a required field is refused, not sent incomplete', () => {
  const output = z.object({ id: z.string(), name: z.string().nullable() })
  const row = query({
    name: 'a',
    summary: '',
    path: '/a',
    permission: 'catalogue.read',
    input: z.strictObject({}),
    output,
  })
  expect(answerWriter(row)({ id: 'x', name: null, secret })).toBe('{"id":"x","name":null}')
  expect(() => answerWriter(row)({ id: 'x' })).toThrow(/name/)
})
