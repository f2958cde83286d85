import { expect, test } from 'vitest'
import { cloudEvents } from '../../contract/cloud-events.ts'
import { feedTypes } from '../../contract/feed.ts'
import { testApp } from '../testing/app.ts'

type Json = { [name: string]: unknown }

const app = await testApp()
const document = (await (await fetch(`${app.url}/api/asyncapi.json`)).json()) as Json

/** Every object in the document, with where it stands. */
function* objects(value: unknown, path = '#'): Generator<[path: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value as Json]
  for (const [name, part] of Object.entries(value)) yield* objects(part, `${path}/${name}`)
}

test('the AsyncAPI document is a 3.0 one: what the standard requires is there, and every reference leads somewhere', () => {
  expect(document).toMatchObject({
    asyncapi: '3.0.0',
    info: { title: expect.any(String), version: expect.any(String) },
    operations: { sendEvent: { action: 'send', channel: { $ref: '#/channels/webhook' } } },
  })
  const allowed = ['asyncapi', 'id', 'info', 'servers', 'defaultContentType', 'channels', 'operations', 'components']
  expect(Object.keys(document).filter((name) => !allowed.includes(name))).toEqual([])
  const places = new Map(objects(document))
  const references = [...places.values()].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
  expect(references.length).toBeGreaterThan(feedTypes.length * 2)
  expect(references.filter((reference) => !places.has(reference))).toEqual([])
})

test('it describes every type of event, and nothing else', () => {
  const { messages } = document['components'] as { messages: Record<string, { payload: Json; contentType: string }> }
  const named = [...feedTypes, 'test'].toSorted((a, b) => a.localeCompare(b))
  expect(Object.keys(messages).toSorted((a, b) => a.localeCompare(b))).toEqual(named)
  expect([...cloudEvents.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual(named)
  for (const [type, { payload, contentType }] of Object.entries(messages)) {
    expect([type, contentType]).toEqual([type, 'application/cloudevents+json'])
    const { properties, required } = payload as { properties: Record<string, Json>; required: string[] }
    expect([type, properties['type']?.['const']]).toEqual([type, `onhand.${type}`])
    // What CloudEvents 1.0 requires of every event.
    expect([type, required]).toEqual([type, expect.arrayContaining(['id', 'source', 'specversion', 'type'])])
    expect([type, 'data' in properties]).toEqual([type, !type.endsWith('.deleted')])
  }
})
