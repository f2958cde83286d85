import { z } from 'zod'
import { id, moment } from './fields.ts'
import { feedData, feedTypes, type FeedType } from './feed.ts'

/** The fields of all our CloudEvents 1.0 envelopes. */
const envelope = {
  specversion: z.literal('1.0'),
  /** The same in every repeat, and the event's `id` in the feed. */
  id: z.string(),
  /** The organization. */
  source: z.string(),
  time: moment,
  datacontenttype: z.literal('application/json'),
}

const eventOf = (type: FeedType) =>
  z.object({
    ...envelope,
    type: z.literal(`onhand.${type}`),
    /** The record: a posting, a product, an order, a receipt or a shipment. */
    subject: id,
    /** The event's number in the feed. */
    sequence: z.string(),
    /** The record's version, if it has one. */
    recordversion: z.number().int().optional(),
    ...(feedData[type].type === 'null' ? {} : { data: feedData[type] }),
  })

export const testCloudEvent = z.object({
  ...envelope,
  type: z.literal('onhand.test'),
  data: z.object({ message: z.string() }),
})

/** The envelope of each type of event. */
export const cloudEvents = new Map<string, z.ZodObject>([
  ...feedTypes.map((type) => [type, eventOf(type)] as const),
  ['test', testCloudEvent] as const,
])

export type CloudEvent = Readonly<{
  specversion: '1.0'
  id: string
  source: string
  type: string
  time: string
  datacontenttype: 'application/json'
  subject?: string
  sequence?: string
  recordversion?: number
  data?: unknown
}>
