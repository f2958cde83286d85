import type { CloudEvent } from '../../contract/cloud-events.ts'
import { signatures } from './signatures.ts'

/** The request with an event, signed now with each of the secrets (Standard Webhooks 1.0). */
export function requestOf(event: CloudEvent, secrets: readonly string[]) {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1_000)
  return {
    body,
    headers: {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'user-agent': 'Onhand webhooks',
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures(secrets, event.id, timestamp, body),
    },
  }
}
