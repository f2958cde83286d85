import { limits } from '../../contract/limits.ts'
import { lineAmount, sumAmounts } from '../../contract/money.ts'
import { hasReceipts } from '../../contract/purchase-order-actions.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { checkDecimals } from '../products/check-decimals.ts'
import { type LineRecords, type Location, type Product, readLineRecords } from '../products/line-records.ts'
import type { LineDiff } from '../orders/diff-lines.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import type { StoredLine } from './lock-order.ts'

/** A line as entered. */
export type AskedLine = {
  id?: string | undefined
  product_id: string
  quantity: number
  unit_price: number
  location_id?: string | null | undefined
}

/** The known data of an existing line, of either kind of order. */
type ExistingLine = { id: string; product_id: string; location_id?: string | null }

/**
 * Checks what is new in the lines of a save; existing values aren't checked again. Refuses, in this order, each beside
 * its field: not_found (line, product), product_archived, too_many_decimals, number_too_large (its amount), not_found
 * (location), location_not_active, number_too_large (the total).
 */
export async function checkLines(tx: Tx, actor: Actor, diff: LineDiff<ExistingLine, AskedLine>): Promise<void> {
  const [unknown] = diff.unknown
  if (unknown !== undefined) refuseFields({ [`lines.${unknown}.id`]: 'This item isn’t in the order' }, 'not_found')
  const asked = [...diff.kept, ...diff.added].map((line) => line.asked)
  const known = await readLineRecords(
    tx,
    actor,
    asked.map(({ product_id }) => product_id),
    asked.flatMap(({ location_id }) => location_id ?? []),
  )
  checkLinesAgainst(known, diff)
}

/** The same as `checkLines`, for lines without unknown ids, against products and locations that were already read. */
export function checkLinesAgainst({ products, locations }: LineRecords, diff: LineDiff<ExistingLine, AskedLine>): void {
  const stored = new Map(diff.kept.map((line) => [line.index, line.stored]))
  const asked = [...diff.kept, ...diff.added].toSorted((a, b) => a.index - b.index)
  for (const { asked: line, index } of asked) {
    checkProduct(line, index, products.get(line.product_id), stored.get(index))
    checkLocation(line, index, locations, stored.get(index))
  }
  if (sumAmounts(asked.map(({ asked: line }) => lineAmount(line.quantity, line.unit_price, 2))) > limits.amountMax)
    refuseFields({ lines: 'The total of this order is too large' }, 'number_too_large')
}

function checkProduct(line: AskedLine, index: number, product: Product | undefined, before: ExistingLine | undefined) {
  const field = (name: string) => `lines.${index}.${name}`
  if (!product) refuseFields({ [field('product_id')]: 'This product no longer exists' }, 'not_found')
  if (product.archived && before?.product_id !== product.id)
    refuseFields({ [field('product_id')]: `${product.name} is archived. Restore it first.` }, 'product_archived')
  checkDecimals(line.quantity, product, field('quantity'))
  if ((lineAmount(line.quantity, line.unit_price, 2) ?? 0) > limits.amountMax)
    refuseFields({ [field('unit_price')]: 'Quantity × unit price is too large' }, 'number_too_large')
}

function checkLocation(line: AskedLine, index: number, known: Map<string, Location>, before: ExistingLine | undefined) {
  const field = `lines.${index}.location_id`
  if (!line.location_id || line.location_id === before?.location_id) return
  const location = known.get(line.location_id)
  if (!location) refuseFields({ [field]: 'This location no longer exists' }, 'not_found')
  if (!location.is_active) refuseFields({ [field]: `${location.name} isn’t active` }, 'location_not_active')
}

/**
 * Received units stay received, over-delivered ones too. Refuses, in this order: line_has_receipts (another product, a
 * removed line), below_received {ordered, received, asked}.
 */
export function checkReceived(diff: LineDiff<StoredLine, AskedLine>): void {
  for (const { stored, asked, index } of diff.kept) {
    if (hasReceipts(stored) && asked.product_id !== stored.product_id)
      refuseFields(
        {
          [`lines.${index}.product_id`]: `${stored.product_name} has already been received, so the product can’t be changed`,
        },
        'line_has_receipts',
      )
  }
  const gone = diff.removed.find(hasReceipts)
  if (gone)
    refuse(
      'line_has_receipts',
      { line_id: gone.id, received: gone.received_quantity, over_delivered: gone.over_delivered_quantity },
      `${gone.product_name} has already been received, so the item can’t be removed`,
    )
  for (const { stored, asked, index } of diff.kept) {
    if (asked.quantity < stored.received_quantity)
      refuseFields(
        {
          [`lines.${index}.quantity`]: `At least ${formatQuantity(stored.received_quantity)} (already received)`,
        },
        'below_received',
      )
  }
}
