import { formatQuantity } from '../../contract/quantity.ts'
import type { LineDiff } from '../orders/diff-lines.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import type { StoredLine } from './lock-order.ts'
import { type AskedLine, gone } from './write-lines.ts'

/**
 * Shipped units stay shipped, and units in a shipment stay in it. Refuses, in this order: line_has_shipments (another
 * product, a removed line), below_shipped {quantity, shipped, planned}.
 */
export function checkShipped(diff: LineDiff<StoredLine, AskedLine>): void {
  for (const { stored, asked, index } of diff.kept)
    if (gone(stored) > 0 && asked.product_id !== stored.product_id)
      refuseFields(
        { [`lines.${index}.product_id`]: `${stored.product_name} ${hasLeft(stored)}, so the product can’t be changed` },
        'line_has_shipments',
      )
  const removed = diff.removed.find((line) => gone(line) > 0)
  if (removed)
    refuse(
      'line_has_shipments',
      { line_id: removed.id, shipped: removed.shipped_quantity, planned: removed.planned_quantity },
      `${removed.product_name} ${hasLeft(removed)}, so the item can’t be removed`,
    )
  for (const { stored, asked, index } of diff.kept)
    if (asked.quantity < gone(stored))
      refuseFields(
        { [`lines.${index}.quantity`]: `At least ${formatQuantity(gone(stored))} (${leftAs(stored)})` },
        'below_shipped',
      )
}

const leftAs = (line: StoredLine) => (line.planned_quantity > 0 ? 'shipped or in a shipment' : 'already shipped')
const hasLeft = (line: StoredLine) =>
  line.planned_quantity > 0 ? 'has been shipped or is in a shipment' : 'has already been shipped'
