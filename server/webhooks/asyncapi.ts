import { z } from 'zod'
import { cloudEvents } from '../../contract/cloud-events.ts'

type Json = Record<string, unknown>

const headers: Json = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { type: 'string', description: 'The event’s ID, the same in every attempt.' },
    'webhook-timestamp': {
      type: 'string',
      description: 'When this attempt was signed, in seconds since 1 January 1970 (UTC).',
    },
    'webhook-signature': {
      type: 'string',
      description:
        'One or two signatures, separated by a space: v1, a comma, and the base64 of HMAC-SHA256 over id.timestamp.body with the secret (Standard Webhooks).',
    },
  },
}

/** A schema in the dialect of AsyncAPI's own schemas, so it needn't name its dialect. */
function payloadOf(schema: z.ZodType): Json {
  const { $schema: _, ...payload } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', target: 'draft-7' })
  return payload
}

/** The AsyncAPI 3.0 description of the webhooks, generated from the contract of the feed. */
export function asyncApiDocument(): Json {
  const names = [...cloudEvents.keys()]
  const messages = Object.fromEntries(
    [...cloudEvents].map(([type, schema]) => [
      type,
      {
        name: `onhand.${type}`,
        contentType: 'application/cloudevents+json',
        headers: { $ref: '#/components/schemas/Headers' },
        payload: payloadOf(schema),
      },
    ]),
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Onhand webhooks',
      version: '1',
      description:
        'Events that Onhand sends to an organization’s webhooks, as CloudEvents 1.0. Delivered at least once, and in order for the same record or the stock of the same product.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: {
      webhook: {
        address: null,
        description: 'The URL entered by an administrator.',
        messages: Object.fromEntries(names.map((type) => [type, { $ref: `#/components/messages/${type}` }])),
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'Onhand sends one event per request. Any response from 200 to 299 confirms it.',
        messages: names.map((type) => ({ $ref: `#/channels/webhook/messages/${type}` })),
      },
    },
    components: { schemas: { Headers: headers }, messages },
  }
}
