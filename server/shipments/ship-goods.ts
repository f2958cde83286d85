import { byCount } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { datedAt } from '../organizations/entered-days.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import type { LockedOrder, StoredLine } from '../sales-orders/lock-order.ts'
import { decimalsReduced, metadataOf } from '../sales-orders/reserving.ts'
import { shipLine } from '../../ledger/demands.ts'
import { checkPosting, postMany } from '../../ledger/post-stock.ts'
import type { MoveLine, NewPosting } from '../../ledger/posting.ts'
import type { RefusalDetails } from '../../ledger/refusals.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { type LeftLot, lotsBack } from './lots-back.ts'
import type { ShippedItem, StoredShipment } from './read-shipments.ts'
import { sentWith } from './sent-units.ts'

/**
 * The posting of units that leave with a shipment: each line's reservation first, then available stock. It has the
 * shipment's id.
 */
export function shippingPosting(
  order: LockedOrder,
  id: string,
  items: readonly ShippedItem[],
  happened_at: string | null = null,
): NewPosting {
  return {
    id,
    kind: 'shipment',
    source_kind: 'shipment',
    source_id: id,
    ...datedAt(happened_at),
    metadata: metadataOf(order),
    lines: items.map(({ line_no, sales_order_item_id, product_id, quantity }): MoveLine => {
      if (sales_order_item_id === null) throw new Error(`a line of shipment ${id} has no line of an order`)
      return {
        ...shipLine({ document_line_id: sales_order_item_id, product_id, quantity, location_id: order.location_id }),
        entry_no: line_no,
        type: 'out',
        reason: 'customer_order',
      }
    }),
  }
}

/** The posting of a pending shipment: with its id, or a new one if it was sent before and that was undone. */
export function sendingPosting(
  order: LockedOrder,
  { id, was_undone, items }: StoredShipment,
  happened_at: string | null = null,
): NewPosting {
  const posting = shippingPosting(order, id, items, happened_at)
  return was_undone ? { ...posting, id: newId() } : posting
}

type ComingBack = Readonly<{
  account: 'available' | 'held'
  /** Null: where they left from. */
  location_id?: string | null | undefined
  /** Null: now. */
  happened_at?: string | null
  /** What the customer has; this posting's units are taken from it. */
  left: LeftLot[]
}>

/**
 * The posting that brings units of a shipment back: from the customer, at the cost at which they left, into their lots
 * (lotsBack).
 */
export async function backPosting(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  shipment: StoredShipment,
  { account, location_id = null, happened_at = null, left }: ComingBack,
): Promise<NewPosting> {
  const movements = lotsBack(await sentWith(tx, actor, shipment), left)
  return {
    id: newId(),
    kind: 'shipment_failure',
    source_kind: 'shipment',
    source_id: shipment.id,
    ...datedAt(happened_at),
    metadata: metadataOf(order),
    lines: movements.map(({ from_location_id, from_lot_id, ...movement }): MoveLine => ({
      ...movement,
      from_account: 'customer',
      to_account: account,
      to_location_id: location_id ?? from_location_id,
      to_lot_id: from_lot_id,
      type: 'in',
      reason: 'customer_order',
    })),
  }
}

/**
 * Posts what leaves, all of it or nothing. Refuses insufficient_stock with every line that is short {product, asked,
 * available, expired}, so that people see all shortages at once; other refusals of the ledger with messages.
 */
export async function postShipping(tx: Tx, actor: Actor, postings: NewPosting[]): Promise<void> {
  if (postings.every(({ lines }) => lines.length === 0)) return
  const short = (await checkPosting(tx, actor, postings)).filter(({ code }) => code === 'insufficient_stock')
  if (short.length > 0) refuse('insufficient_stock', { lines: short.map(({ detail }) => detail) }, shortage(short))
  // Another transaction may take them between the check and here.
  const sentences = {
    insufficient_stock: (detail: RefusalDetails) => shortage([{ detail }]),
    too_many_decimals: decimalsReduced,
  }
  await explainRefusals(postMany(tx, actor, postings), {
    fields: { period_closed: 'happened_at', too_many_decimals: () => undefined },
    sentences,
  })
}

function shortage(short: readonly { detail: RefusalDetails }[]): string {
  const first = short[0]?.detail ?? {}
  const number = (value: unknown) => formatQuantity(Number(value))
  const where = typeof first['location'] === 'string' ? ` at ${first['location']}` : ''
  const expired = Number(first['expired'] ?? 0)
  const over =
    expired > 0 ? byCount(expired, { one: ' {count} more has expired.', other: ' {count} more have expired.' }) : ''
  const more =
    short.length > 1
      ? byCount(short.length - 1, {
          one: ', and {count} more item is short',
          other: ', and {count} more items are short',
        })
      : ''
  return `Only ${number(first['available'])} of ${String(first['product'])} available${where}, ${number(first['asked'])} needed${more}.${over}`
}

/** The units of an order that are in no shipment yet, as lines of one. */
export function restOf(lines: readonly StoredLine[]): ShippedItem[] {
  return lines
    .filter((line) => line.remaining > 0)
    .map((line, index) => ({
      line_no: index + 1,
      sales_order_item_id: line.id,
      product_id: line.product_id,
      quantity: line.remaining,
    }))
}
