import { byCount } from '../../contract/counted-nouns.ts'
import { exactUnits } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { readLines, type LockedOrder, type StoredLine } from '../sales-orders/lock-order.ts'
import { hasLots, readLeftLots } from './lots-back.ts'
import type { ShippedItem } from './read-shipments.ts'
import type { Sent } from './sent-units.ts'

/** Why units can't come back: they already did, in a return. */
export const returnedAlready = (line: Pick<StoredLine, 'returned_quantity' | 'product_name'>) =>
  byCount(
    line.returned_quantity,
    {
      one: '{count} of {product} was already returned. Undo the return first.',
      other: '{count} of {product} were already returned. Undo the return first.',
    },
    { product: line.product_name },
  )

/**
 * Units that came back in a return can't come back again; with `sent`, neither can their lots. Refuses line_has_returns
 * {line_id, product, returned}.
 */
export async function requireNotReturned(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  coming: readonly ShippedItem[],
  sent: readonly Sent[] = [],
): Promise<void> {
  const [lines, left] = await Promise.all([
    readLines(tx, actor, order.id),
    readLeftLots(
      tx,
      actor,
      sent.map((movement) => movement.document_line_id),
    ),
  ])
  for (const line of lines) {
    const back = coming.find((item) => item.sales_order_item_id === line.id)?.quantity ?? 0
    const ofLine = sent.filter((movement) => movement.document_line_id === line.id)
    if (
      exactUnits(line.shipped_quantity) - exactUnits(back) < exactUnits(line.returned_quantity) ||
      !hasLots(ofLine, left)
    )
      refuse(
        'line_has_returns',
        { line_id: line.id, product: line.product_name, returned: line.returned_quantity },
        returnedAlready(line),
      )
  }
}
