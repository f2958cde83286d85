import { z } from 'zod'
import { query } from './endpoint.ts'
import { id, moment, storableText } from './fields.ts'
import { limits } from './limits.ts'
import { trimmed } from './trimmed.ts'
import type { Permission } from './permissions.ts'

/** The subjects of events. Each is read with the permission of its records. */
export const feedNouns = ['stock', 'product', 'purchase_order', 'sales_order', 'receipt', 'shipment'] as const
export type FeedNoun = (typeof feedNouns)[number]

export const feedPermission: Record<FeedNoun, Permission> = {
  stock: 'stock.read',
  product: 'catalogue.read',
  purchase_order: 'orders.read',
  sales_order: 'orders.read',
  receipt: 'orders.read',
  shipment: 'orders.read',
}

/**
 * One end of a movement. Outside accounts have no location and no balance. For a limited caller, other locations are
 * `elsewhere`.
 */
const end = {
  account: z.string(),
  location_id: id.nullable(),
  /** The product's id for units without a lot. */
  lot_id: id.nullable(),
  /** Of the level (product, location, lot) after this movement: counts each change of the level. */
  version: z.number().nullable(),
  /** Of the account at this level after this movement. */
  balance: z.number().nullable(),
}

export const feedMovement = z.object({
  line_no: z.number(),
  product_id: id,
  type: z.string(),
  reason: z.string().nullable(),
  quantity: z.number(),
  from: z.object(end),
  to: z.object(end),
  /** The document line that reserved, incoming and in-transit units belong to. */
  document_line_id: id.nullable(),
})

const stockPosted = z.object({
  kind: z.string(),
  /** The document that caused the posting. */
  source_kind: z.string().nullable(),
  source_id: id.nullable(),
  reverses_posting_id: id.nullable(),
  happened_at: moment,
  recorded_at: moment,
  movements: z.array(feedMovement),
})

const product = z.object({
  sku: z.string(),
  /** Missing in events that were stored before it was added. */
  barcode: z.string().nullable().optional(),
  name: z.string(),
  category_id: id.nullable(),
  supplier_id: id.nullable(),
  price: z.number(),
  quantity_decimals: z.number(),
  archived_at: moment.nullable(),
})

const order = {
  order_number: z.string(),
  status: z.string(),
  payment_status: z.string(),
  total_amount: z.number(),
  paid_amount: z.number(),
}

const purchaseOrder = z.object({
  ...order,
  /** Owed in addition to the total. Missing in events that were stored before it was added. */
  over_delivered_amount: z.number().optional(),
  supplier_id: id,
  expected_date: z.string().nullable(),
  /** By its payment terms. Missing in events that were stored before it was added. */
  payment_due_date: z.string().nullable().optional(),
})
const salesOrder = z.object({ ...order, customer_id: id, location_id: id.nullable() })

const receipt = z.object({
  purchase_order_id: id,
  receipt_no: z.number(),
  /** The receipt's own id: a receipt is one posting. */
  posting_id: id,
  /** The posting that undid the receipt. */
  undo_posting_id: id.nullable(),
})

const shipment = z.object({
  sales_order_id: id,
  shipment_no: z.number(),
  status: z.string(),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  /** The shipment's own id, or another one if it was sent again after an undo. Null while pending. */
  posting_id: id.nullable(),
  undo_posting_id: id.nullable(),
})

/** The data of each type of event: the state after the change. A deleted record has none. */
export const feedData = {
  'stock.posted': stockPosted,
  'product.created': product,
  'product.changed': product,
  'product.deleted': z.null(),
  'purchase_order.created': purchaseOrder,
  'purchase_order.changed': purchaseOrder,
  'purchase_order.deleted': z.null(),
  'sales_order.created': salesOrder,
  'sales_order.changed': salesOrder,
  'sales_order.deleted': z.null(),
  'receipt.created': receipt,
  'receipt.changed': receipt,
  'receipt.deleted': z.null(),
  'shipment.created': shipment,
  'shipment.changed': shipment,
  'shipment.deleted': z.null(),
} as const
export type FeedType = keyof typeof feedData
export const feedTypes = Object.keys(feedData) as [FeedType, ...FeedType[]]

/** The subject of an event. */
export const nounOf = (type: string): FeedNoun => (type.split('.')[0] ?? '') as FeedNoun

const eventOf = <T extends FeedType>(type: T) =>
  z.object({
    number: z.number(),
    /** The same everywhere: here, in a webhook and in each of its repeats. */
    id: z.string(),
    type: z.literal(type),
    /** The record: a posting, a product, an order, a receipt or a shipment. */
    object_id: id,
    /** The record's version; null if it has none. */
    version: z.number().nullable(),
    time: moment,
    data: feedData[type],
  })

type EventOf<T extends FeedType> = ReturnType<typeof eventOf<T>>
export type FeedEvent = { [T in FeedType]: z.output<EventOf<T>> }[FeedType]

/** One event. Its type determines the shape of its data. */
export const feedEvent = z.discriminatedUnion('type', [
  eventOf('stock.posted'),
  ...feedTypes.filter((type) => type !== 'stock.posted').map((type) => eventOf(type)),
]) as unknown as z.ZodType<FeedEvent>

export const readFeed = query({
  name: 'read_feed',
  summary:
    'Returns events of stock, products, orders, receipts and shipments in order and without gaps, starting after any event number of the last 90 days',
  path: '/feed',
  permission: 'feed.read',
  input: z.strictObject({
    /** The last number read; without it, starts at the oldest stored event. */
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(limits.feedPageMax).default(limits.feedPageDefault),
    /** Seconds to wait if there is no event yet. */
    wait: z.coerce.number().int().min(0).max(limits.feedWaitSeconds).default(0),
    /** Only some nouns, separated by commas. */
    nouns: storableText(200)
      .optional()
      .transform((text) => text?.split(',').map((noun) => trimmed(noun)) ?? [...feedNouns])
      .refine((nouns) => nouns.every((noun) => feedNouns.some((one) => one === noun)), {
        message: `Enter some of these, separated by commas: ${feedNouns.join(', ')}`,
        abort: true,
      })
      .pipe(z.array(z.enum(feedNouns))),
  }),
  output: z.object({
    items: z.array(feedEvent),
    /**
     * Pass this as `after` next; numbers up to it that aren't in `items` belong to events that the caller can't see.
     */
    next: z.number(),
    /** The newest number. */
    newest: z.number(),
  }),
})
