import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { cloudEvents } from '../../contract/cloud-events.ts'
import { feedTypes } from '../../contract/feed.ts'
import { sharedApp } from '../testing/app.ts'

type Json = { [name: string]: unknown }

const app = await sharedApp()
const document = (await (await fetch(`${app.url}/api/asyncapi.json`)).json()) as Json

/** Every object in the document, with its position. */
function* objects(value: unknown, path = '#'): Generator<[path: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value as Json]
  for (const [name, part] of Object.entries(value)) yield* objects(part, `${path}/${name}`)
}

/**
 * The AsyncAPI initiative's own schema of documents. It brings the schema of JSON Schema, which the validator has
 * already.
 */
function validator() {
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  const schema = structuredClone(specs.schemas['3.0.0']) as { definitions: Json }
  delete schema.definitions['http://json-schema.org/draft-07/schema']
  return { ajv, isDocument: ajv.compile(schema) }
}

test('the AsyncAPI document is valid by the official schema of AsyncAPI 3.0, and every reference resolves', () => {
  const { isDocument } = validator()
  expect(document['asyncapi']).toBe('3.0.0')
  expect([isDocument(document), isDocument.errors]).toEqual([true, null])
  // An invalid document is reported.
  for (const [name, part] of Object.entries({
    operations: { sendEvent: { action: 'shout', channel: { $ref: '#/channels/webhook' } } },
    channels: { webhook: { adress: null } },
    components: { messages: { test: { payload: { type: 'objekt' } } } },
  }))
    expect([name, isDocument({ ...document, [name]: part })]).toEqual([name, false])
  const targets = new Map(objects(document))
  const references = [...targets.values()].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
  expect(references.length).toBeGreaterThan(feedTypes.length * 2)
  expect(references.filter((reference) => !targets.has(reference))).toEqual([])
})

test('it describes every type of event, and nothing else', () => {
  const { ajv } = validator()
  const { messages } = document['components'] as { messages: Record<string, { payload: Json; contentType: string }> }
  const named = [...feedTypes, 'test'].toSorted((a, b) => a.localeCompare(b))
  expect(Object.keys(messages).toSorted((a, b) => a.localeCompare(b))).toEqual(named)
  expect([...cloudEvents.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual(named)
  for (const [type, { payload, contentType }] of Object.entries(messages)) {
    expect([type, contentType]).toEqual([type, 'application/cloudevents+json'])
    const { properties, required } = payload as { properties: Record<string, Json>; required: string[] }
    expect([type, properties['type']?.['const']]).toEqual([type, `onhand.${type}`])
    expect([type, ajv.validateSchema(payload)]).toEqual([type, true])
    // What CloudEvents 1.0 requires of every event.
    expect([type, required]).toEqual([type, expect.arrayContaining(['id', 'source', 'specversion', 'type'])])
    expect([type, 'data' in properties]).toEqual([type, !type.endsWith('.deleted')])
  }
})
