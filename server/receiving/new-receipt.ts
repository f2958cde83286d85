import type { Condition } from '../../contract/receiving.ts'
import type { MoveLine, NewPosting } from '../../ledger/posting.ts'
import { datedAt } from '../organizations/entered-days.ts'
import type { LockedOrder, StoredLine } from '../purchase-orders/lock-order.ts'
import type { AskedReceiptLine } from './check-receipt.ts'

/** What one receipt receives, checked under the order's lock. */
export type NewReceipt = {
  id: string
  order: LockedOrder
  /** The moment of the day it arrived; null: now. */
  happened_at: string | null
  notes: string | null
  lines: readonly NewReceiptLine[]
}

export type NewReceiptLine = AskedReceiptLine & { item: StoredLine; lot_id: string; line_no: number }

/** Each line with the order's line it receives, without a lot yet. */
export function withItems(items: readonly StoredLine[], asked: readonly AskedReceiptLine[]): NewReceiptLine[] {
  const itemOf = new Map(items.map((item) => [item.id, item]))
  return asked.map((line, index) => {
    const item = itemOf.get(line.purchase_order_item_id)
    if (!item) throw new Error('checkReceipt lets only lines of the order pass')
    return { ...line, item, lot_id: item.product_id, line_no: index + 1 }
  })
}

/** Damaged units are put on hold. */
const accountOf: Record<Condition, 'available' | 'held'> = { good: 'available', partial: 'available', damaged: 'held' }

/** The one posting of a receipt. The history's details of a line (condition, notes) are stored per entry. */
export function postingOf({ id, order, happened_at, notes, lines }: NewReceipt): NewPosting {
  const entries = <T>(of: (line: NewReceiptLine) => T) =>
    Object.fromEntries(lines.map((line) => [line.line_no, of(line)]))
  return {
    id,
    kind: 'receipt',
    source_kind: 'receipt',
    source_id: id,
    notes,
    ...datedAt(happened_at),
    metadata: {
      purchase_order_id: order.id,
      purchase_order_number: order.order_number,
      supplier_name: order.supplier_name,
      entry_notes: entries((line) => line.notes),
      entry_conditions: entries((line) => line.condition),
      ...(lines.some((line) => line.photos.length > 0) ? { entry_images: entries((line) => line.photos) } : {}),
    },
    lines: lines.map(moveOf),
  }
}

function moveOf({
  item,
  line_no,
  quantity,
  location_id,
  lot_id,
  condition,
  is_over_delivery,
}: NewReceiptLine): MoveLine {
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
