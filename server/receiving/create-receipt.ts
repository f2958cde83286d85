import type { ErrorCode } from '../../contract/errors.ts'
import type { Condition } from '../../contract/receiving.ts'
import { createReceipt } from '../../contract/receiving.ts'
import type { Tx } from '../platform/db.ts'
import { notifyOfStatus } from '../notifications/notify-of-status.ts'
import { implement, plannedOnce, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuseFields } from '../platform/refusal.ts'
import {
  lockOrderInPart,
  type LockedOrder,
  readLines,
  requireAction,
  type StoredLine,
} from '../purchase-orders/lock-order.ts'
import { purchaseOrderOf } from '../purchase-orders/queries.ts'
import { refreshOrder } from '../purchase-orders/refresh-order.ts'
import { postStock, userReference } from '../../ledger/post-stock.ts'
import type { MoveLine } from '../../ledger/posting.ts'
import { ensureLot, recordPrices } from '../../ledger/products.ts'
import type { RefusalDetails } from '../../ledger/refusals.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { type AskedReceiptLine, checkReceipt } from './check-receipt.ts'
import { fillUnknownCosts } from './fill-costs.ts'
import { receiptOf } from './queries.ts'

type Line = AskedReceiptLine & { item: StoredLine; lot_id: string; line_no: number }

/** Damaged units are put on hold. */
const accountOf: Record<Condition, 'available' | 'held'> = { good: 'available', partial: 'available', damaged: 'held' }

/**
 * Receives goods of one purchase order in one transaction: the receipt, the stock, each line's received quantity and
 * the order's status, or nothing. The order's row is locked first, so receipts of the same order run one after another
 * and nothing is received twice. Products without a known cost get the price that was paid. A limited member can only
 * receive lines that are expected at their locations; other lines aren't found. Refuses, in this order: not_found
 * (order); wrong_status; not_found (a line of another order); exceeds_remaining; not_found (photo); conflict (an
 * existing lot with another expiry date); not_found (location); location_not_active; too_many_decimals;
 * product_archived. A repeated `id` returns the first result.
 */
export const createReceiptCommand = plannedOnce(
  implement(createReceipt, async (tx, actor, input) => {
    const id = input.id ?? newId()
    const order = await lockOrderInPart(tx, actor, input.purchase_order_id)
    const items = await readLines(tx, actor, order.id)
    requireAction(order, items, 'receive')
    checkReceipt(items, input.lines)
    await requirePhotos(tx, actor, input.lines)
    const asked = withItems(items, input.lines)
    const priced = await fillUnknownCosts(tx, actor, asked)
    const lines = await withLots(tx, actor, asked)
    const received_at = await postReceipt(tx, actor, id, order, lines, input.notes)
    await Promise.all([
      writeReceipt(tx, actor, id, order, lines, { notes: input.notes, received_at }),
      priced.length > 0 && recordPrices(tx, actor, priced, { source: 'received', receipt_id: id }),
      addReceived(tx, actor, order, lines),
      refreshOrder(tx, actor, order, { reason: null }),
    ])
    const [, receipt, changed] = await Promise.all([
      notifyOfStatus(tx, actor, { document: 'receipt', id, old_status: null, new_status: 'received' }),
      receiptOf(tx, actor, id),
      purchaseOrderOf(tx, actor, order.id),
    ])
    return { receipt, order: changed }
  }),
)

/** Photos must be files of the organization. Refuses not_found beside the line's photos. */
async function requirePhotos(tx: Tx, actor: Actor, lines: readonly AskedReceiptLine[]): Promise<void> {
  const asked = lines.flatMap((line) => line.photos)
  if (asked.length === 0) return
  const known = await tx.all(sql<{ address: string }>`
    select address from files where org_id = ${actor.org_id} and address = any (${asked}::text[]) for key share`)
  const there = new Set(known.map((file) => file.address))
  const index = lines.findIndex((line) => line.photos.some((address) => !there.has(address)))
  if (index >= 0)
    refuseFields({ [`lines.${index}.photos`]: 'A photo is no longer available. Take it again.' }, 'not_found')
}

/** Each line with the order's line it receives, without a lot yet. */
function withItems(items: readonly StoredLine[], asked: readonly AskedReceiptLine[]): Line[] {
  const itemOf = new Map(items.map((item) => [item.id, item]))
  return asked.map((line, index): Line => {
    const item = itemOf.get(line.purchase_order_item_id)
    if (!item) throw new Error('checkReceipt lets only lines of the order pass')
    return { ...line, item, lot_id: item.product_id, line_no: index + 1 }
  })
}

/**
 * Finds or creates the lots, always in the order of products and numbers, so that two receipts cannot wait for each
 * other.
 */
async function withLots(tx: Tx, actor: Actor, lines: readonly Line[]): Promise<readonly Line[]> {
  const key = (line: Line) => `${line.item.product_id} ${line.lot_number?.toLowerCase()}`
  for (const line of lines.filter((one) => one.lot_number).toSorted((one, other) => (key(one) < key(other) ? -1 : 1))) {
    const { lot_number, expires_on } = line
    const product_id = line.item.product_id
    const lot = { id: newId(), product_id, lot_number: lot_number ?? '', expires_on }
    line.lot_id = await explainRefusals(ensureLot(tx, actor, lot), {
      fields: { conflict: `lines.${line.line_no - 1}.expires_on` },
      sentences: { conflict: (known) => `Lot ${known['lot_number']} expires on ${known['expires_on']}.` },
    })
  }
  return lines
}

/**
 * The one posting of a receipt. The history's details of a line (condition, notes) are stored per entry. Returns when
 * it happened.
 */
async function postReceipt(
  tx: Tx,
  actor: Actor,
  id: string,
  order: LockedOrder,
  lines: readonly Line[],
  notes: string | null,
): Promise<string> {
  const entries = <T>(of: (line: Line) => T) => Object.fromEntries(lines.map((line) => [line.line_no, of(line)]))
  const result = await explainRefusals(
    postStock(tx, actor, {
      id,
      kind: 'receipt',
      source_kind: 'receipt',
      source_id: id,
      notes,
      metadata: {
        purchase_order_id: order.id,
        purchase_order_number: order.order_number,
        supplier_name: order.supplier_name,
        entry_notes: entries((line) => line.notes),
        entry_conditions: entries((line) => line.condition),
        ...(lines.some((line) => line.photos.length > 0) ? { entry_images: entries((line) => line.photos) } : {}),
      },
      lines: lines.map(moveOf),
    }),
    { fields: (code, details) => fieldOf(lines, code, details) },
  )
  if (!result.recorded_at) throw new Error('a receipt moves something')
  return result.happened_at ?? result.recorded_at
}

/** The form field of a ledger refusal: the location if it is missing or inactive, else the quantity. */
function fieldOf(lines: readonly Line[], code: ErrorCode, { product_id, location_id, asked }: RefusalDetails) {
  const byLocation = code === 'location_not_active' || code === 'not_found'
  const index = lines.findIndex(
    (line) =>
      line.item.product_id === product_id && (byLocation ? line.location_id === location_id : line.quantity === asked),
  )
  return index < 0 ? undefined : `lines.${index}.${byLocation ? 'location_id' : 'quantity'}`
}

function moveOf({ item, line_no, quantity, location_id, lot_id, condition, is_over_delivery }: Line): MoveLine {
  return {
    entry_no: line_no,
    product_id: item.product_id,
    quantity,
    unit_cost: item.unit_price,
    to_account: accountOf[condition],
    to_location_id: location_id,
    to_lot_id: lot_id,
    type: 'in',
    reason: 'purchase_order',
    // Ordered units are incoming at the line's location; extra ones were never expected.
    ...(is_over_delivery
      ? { from_account: 'supplier' as const }
      : {
          from_account: 'incoming' as const,
          from_location_id: item.location_id,
          from_lot_id: item.product_id,
          document_line_id: item.id,
        }),
  }
}

async function writeReceipt(
  tx: Tx,
  actor: Actor,
  id: string,
  order: LockedOrder,
  lines: readonly Line[],
  { notes, received_at }: { notes: string | null; received_at: string },
): Promise<void> {
  const photos = lines.flatMap((line) =>
    line.photos.map((address, index) => ({ address, index, line_no: line.line_no })),
  )
  await Promise.all([
    // Into the table itself: a limited member's view leaves out receipts at other locations, which have numbers too.
    tx.run(sql`
    insert into public.receipts (org_id, id, purchase_order_id, receipt_no, notes, user_id, user_reference, posting_id, received_at, line_count, units)
    select ${actor.org_id}, ${id}, ${order.id}, coalesce(max(receipt_no), 0) + 1, ${notes}, ${actor.user_id}, ${userReference(actor)}, ${id},
      ${received_at}, ${lines.length}, (select sum(quantity) from unnest(${lines.map((line) => line.quantity)}::numeric[]) as n (quantity))
    from public.receipts where org_id = ${actor.org_id} and purchase_order_id = ${order.id}`),
    tx.run(sql`
    insert into receipt_items (org_id, receipt_id, purchase_order_id, line_no, purchase_order_item_id, product_id, location_id, lot_id,
      quantity, condition, is_over_delivery, notes)
    select ${actor.org_id}, ${id}, ${order.id}, n.* from unnest(
      ${lines.map((line) => line.line_no)}::integer[], ${lines.map((line) => line.item.id)}::uuid[],
      ${lines.map((line) => line.item.product_id)}::uuid[], ${lines.map((line) => line.location_id)}::uuid[],
      ${lines.map((line) => line.lot_id)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[],
      ${lines.map((line) => line.condition)}::text[], ${lines.map((line) => line.is_over_delivery)}::boolean[],
      ${lines.map((line) => line.notes)}::text[]) as n`),
    photos.length > 0 &&
      tx.run(sql`
    insert into receipt_photos (org_id, receipt_id, line_no, photo_no, address)
    select ${actor.org_id}, ${id}, n.* from unnest(
      ${photos.map((photo) => photo.line_no)}::integer[], ${photos.map((photo) => photo.index + 1)}::integer[],
      ${photos.map((photo) => photo.address)}::text[]) as n`),
  ])
}

async function addReceived(tx: Tx, actor: Actor, order: LockedOrder, lines: readonly Line[]): Promise<void> {
  const ordered = lines.filter((line) => !line.is_over_delivery)
  await tx.run(sql`
    update purchase_order_items i set received_quantity = i.received_quantity + n.quantity, updated_at = app.now()
    from (
      select id, sum(quantity) as quantity
      from unnest(${ordered.map((line) => line.item.id)}::uuid[], ${ordered.map((line) => line.quantity)}::numeric[]) as l (id, quantity)
      group by id
    ) n
    where i.org_id = ${actor.org_id} and i.purchase_order_id = ${order.id} and i.id = n.id`)
}
