import type { SalesOrder, SalesOrderLine } from '../../contract/sales-orders.ts'
import { isOpenSale } from '../../contract/sales-order-statuses.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { DocumentLine, Stage } from '../orders/document-lines.ts'
import { shortDayText } from '../ui/day-text.ts'

/** Returns the progress of a sales order and its lines, as its page shows them. */
export function salesDocument(
  order: Pick<SalesOrder, 'status' | 'lines'>,
  today: string,
): { stages: Stage[]; lines: DocumentLine[] } {
  const open = isOpenSale(order.status)
  const stages: Stage[] = [
    { id: 'shipped', heading: 'Shipped', words: 'shipped', tone: 'green' },
    { id: 'reserved', heading: 'Reserved', words: 'reserved', tone: 'brand', note: allReady(order) },
    { id: 'backordered', heading: 'Backordered', words: 'backordered', tone: 'amber', note: allExpected(order, today) },
  ]
  const lines = order.lines.map((line): DocumentLine => {
    const reserved = open ? line.reserved_quantity : 0
    const backordered = open ? line.backordered_quantity : 0
    return {
      ...line,
      quantities: { shipped: line.shipped_quantity, reserved, backordered },
      note: noteOf(line),
      due: line.expected_date === null ? null : { day: line.expected_date, isLate: line.is_late, to: orderAt(line) },
      rank: backordered > 0 ? 2 : reserved > 0 ? 1 : 0,
    }
  })
  return { stages, lines }
}

const orderAt = ({ expected_from }: SalesOrderLine) =>
  expected_from === null ? null : recordAddress('purchase_order', expected_from)

/** Details of a line that the columns don't show. */
function noteOf({
  planned_quantity,
  returned_quantity,
  expired_quantity,
  remaining,
  is_in_transit,
}: SalesOrderLine): string | null {
  const parts = [
    planned_quantity > 0 ? `${formatQuantity(planned_quantity)} in a shipment` : null,
    returned_quantity > 0 ? `${formatQuantity(returned_quantity)} returned` : null,
    expired_quantity > 0 && remaining > 0 ? `${formatQuantity(expired_quantity)} expired` : null,
    is_in_transit ? 'backordered units in transit' : null,
  ]
  return parts.filter(Boolean).join(' · ') || null
}

/** All reserved units could leave now. */
function allReady({ status, lines }: Pick<SalesOrder, 'status' | 'lines'>): string | undefined {
  const ready = lines.every((line) => line.shippable_quantity >= line.reserved_quantity)
  return isOpenSale(status) && ready ? 'ready to ship' : undefined
}

/**
 * The last day on which backordered units arrive, once all have one, and if one is late; or that all are in transit.
 */
function allExpected({ lines }: Pick<SalesOrder, 'lines'>, today: string): string | undefined {
  const waiting = lines.filter((line) => line.backordered_quantity > 0)
  if (waiting.length > 0 && waiting.every((line) => line.is_in_transit)) return 'all in transit'
  const days = waiting.flatMap(({ expected_date }) => (expected_date === null ? [] : [expected_date]))
  const last = days.toSorted().at(-1)
  if (last === undefined || days.length < waiting.length) return undefined
  const by = shortDayText(last, today)
  return waiting.some(({ is_late }) => is_late) ? `late, all due by ${by}` : `all expected by ${by}`
}
