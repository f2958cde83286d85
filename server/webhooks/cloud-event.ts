import type { CloudEvent } from '../../contract/cloud-events.ts'
import type { FeedEvent } from '../../contract/feed.ts'

/** An event in webhook format: CloudEvents 1.0, structured mode. `source` is the organization. */
export function cloudEvent(
  { number, id, type, object_id, version, time, data }: FeedEvent,
  source: string,
): CloudEvent {
  return {
    specversion: '1.0',
    id,
    source,
    type: `onhand.${type}`,
    subject: object_id,
    time,
    datacontenttype: 'application/json',
    sequence: String(number),
    ...(version !== null && { recordversion: version }),
    ...(data !== null && { data }),
  } as CloudEvent
}

/** Where events of an organization come from. */
export function sourceOf(siteUrl: string, org_id: string): string {
  return new URL(`/organizations/${org_id}`, siteUrl).href
}

/** The content of a test. */
export function testEvent(id: string, source: string): CloudEvent {
  return {
    specversion: '1.0',
    id,
    source,
    type: 'onhand.test',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data: { message: 'This is a test of your webhook.' },
  }
}
