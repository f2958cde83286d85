import type { ErrorCode } from '../../contract/errors.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { postStock } from '../../ledger/post-stock.ts'
import type { PostingResult } from '../../ledger/posting.ts'
import { ensureLot, recordPrices } from '../../ledger/products.ts'
import type { RefusalDetails } from '../../ledger/refusals.ts'
import { daysToPost, notInFuture } from '../organizations/entered-days.ts'
import type { Tx } from '../platform/db.ts'
import { implementGrouped, plannedOnce, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lockOrderInPart, readLines, requireAction } from '../purchase-orders/lock-order.ts'
import { purchaseOrderOf } from '../purchase-orders/queries.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { otherExpiry } from '../stock/lot-messages.ts'
import { type AskedReceiptLine, checkReceipt } from './check-receipt.ts'
import { fillUnknownCosts } from './fill-costs.ts'
import { type NewReceipt, type NewReceiptLine, postingOf, withItems } from './new-receipt.ts'
import { receiptOf } from './queries.ts'
import { groupable, newReceipts } from './receive-together.ts'
import { writeReceipts } from './write-receipts.ts'

/**
 * Receives goods of one purchase order in one transaction: the receipt, the stock, each line's received quantity and
 * the order's status, or nothing. The order's row is locked first, after the organization's for a past day, so
 * receipts of the same order run one after another and nothing is received twice. Products without a known cost get
 * the price that was paid. A limited member can only receive lines that are expected at their locations; other lines
 * aren't found. A received order accepts only over-deliveries, and stays received. Refuses, in this order: not_found
 * (order); wrong_status; not_found (a line of another order); exceeds_remaining; happened_in_future; not_found (photo);
 * conflict (an existing lot with another expiry date); period_closed; not_found (location); location_not_active;
 * too_many_decimals; product_archived; number_too_large (what is owed). A repeated `id` returns the first result.
 */
export const createReceiptCommand = plannedOnce(
  implementGrouped(createReceipt, newReceipts, groupable, async (tx, actor, input) => {
    const id = input.id ?? newId()
    const [day] = await daysToPost(tx, actor, [input.happened_at])
    const order = await lockOrderInPart(tx, actor, input.purchase_order_id)
    const items = await readLines(tx, actor, order.id)
    const isExtra = input.lines.every((line) => line.is_over_delivery)
    requireAction(order, items, isExtra ? 'receiveExtra' : 'receive')
    checkReceipt(items, input.lines)
    const happened_at = notInFuture(day, 'happened_at')
    await requirePhotos(tx, actor, input.lines)
    const asked = withItems(items, input.lines)
    const priced = await fillUnknownCosts(tx, actor, asked)
    const receipt = { id, order, happened_at, notes: input.notes, lines: await withLots(tx, actor, asked) }
    const result = await post(tx, actor, receipt)
    await Promise.all([
      writeReceipts(tx, actor, [receipt], [result]),
      priced.length > 0 && recordPrices(tx, actor, priced, { source: 'received', receipt_id: id }),
    ])
    const [made, changed] = await Promise.all([receiptOf(tx, actor, id), purchaseOrderOf(tx, actor, order.id)])
    return { receipt: made, order: changed }
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

/**
 * Finds or creates the lots, always in the order of products and numbers, so that two receipts cannot wait for each
 * other.
 */
async function withLots(tx: Tx, actor: Actor, lines: readonly NewReceiptLine[]): Promise<readonly NewReceiptLine[]> {
  const key = (line: NewReceiptLine) => `${line.item.product_id} ${line.lot_number?.toLowerCase()}`
  for (const line of lines.filter((one) => one.lot_number).toSorted((one, other) => (key(one) < key(other) ? -1 : 1))) {
    const { lot_number, expires_on } = line
    const product_id = line.item.product_id
    const lot = { id: newId(), product_id, lot_number: lot_number ?? '', expires_on }
    line.lot_id = await explainRefusals(ensureLot(tx, actor, lot), {
      fields: { conflict: `lines.${line.line_no - 1}.expires_on` },
      sentences: { conflict: otherExpiry },
    })
  }
  return lines
}

/** Posts a receipt. A refusal is shown beside the field it is about. */
function post(tx: Tx, actor: Actor, receipt: NewReceipt): Promise<PostingResult> {
  return explainRefusals(postStock(tx, actor, postingOf(receipt)), {
    fields: fieldOf,
  })
}

/** The form field of a ledger refusal: the date; a line's location if that is missing or inactive, or its quantity. */
function fieldOf(code: ErrorCode, { entry_no }: RefusalDetails): string | undefined {
  if (code === 'period_closed') return 'happened_at'
  const isOfLocation = code === 'location_not_active' || code === 'not_found'
  return entry_no === undefined
    ? undefined
    : `lines.${Number(entry_no) - 1}.${isOfLocation ? 'location_id' : 'quantity'}`
}
