import { formatQuantity, haveSum } from '../../contract/quantity.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import { type DocumentLine, type Stage, sumQuantities } from '../orders/document-lines.ts'
import { dueWords, shortDayText } from '../ui/day-text.ts'

/** Returns the progress of a purchase order and its lines, as its page shows them. */
export function purchaseDocument(
  order: Pick<PurchaseOrder, 'status' | 'lines' | 'expected_date' | 'is_late'>,
  today: string,
): { stages: Stage[]; lines: DocumentLine[] } {
  const open = isOpen(order.status)
  const { expected_date: day, is_late: isLate } = order
  const due = day === null ? undefined : `${dueWords(isLate)} ${shortDayText(day, today)}`
  const stages: Stage[] = [
    { id: 'received', heading: 'Received', words: 'received', tone: 'green' },
    { id: 'incoming', heading: 'Incoming', words: 'incoming', tone: isLate ? 'amber' : 'brand', note: due },
  ]
  const locations = new Set(order.lines.map(({ location_id }) => location_id))
  const lines = order.lines.map((line): DocumentLine => {
    const incoming = open ? line.remaining : 0
    const extra = line.over_delivered_quantity
    const parts = [
      extra > 0 ? `${formatQuantity(extra)} over-delivered` : null,
      locations.size > 1 && line.location_name !== null ? `to ${line.location_name}` : null,
    ]
    return {
      ...line,
      quantities: { received: line.received_quantity, incoming },
      note: parts.filter(Boolean).join(' · ') || null,
      due: isLate && day !== null ? { day, isLate, to: null } : null,
      rank: incoming > 0 ? 1 : 0,
    }
  })
  return { stages, lines }
}

/** How much is still to be received; null if the quantities of these lines have no sum. */
export function outstanding(order: Pick<PurchaseOrder, 'lines'>): number | null {
  const lines = order.lines.filter(({ remaining }) => remaining > 0)
  return haveSum(lines) ? sumQuantities(lines.map(({ remaining }) => remaining)) : null
}
