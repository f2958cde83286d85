import type { z } from 'zod'
import { formatQuantity } from '../../contract/quantity.ts'
import { changeShipmentStatus, nextShipmentStatuses, type ShipmentStatus } from '../../contract/shipments.ts'
import { units } from '../documents/units.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { requireActivePlace } from '../sales-orders/check-save.ts'
import { readLines, type LockedOrder } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { postMany } from '../stock/post-stock.ts'
import { worded } from '../stock/worded.ts'
import { lockShipment } from './lock-shipment.ts'
import { shipmentOf } from './queries.ts'
import { onTheirWay, pending, readShipments, type StoredShipment } from './read-shipments.ts'
import { backPosting, postShipping, shippingPosting } from './ship-goods.ts'
import { markDelivered, markFailed, markShipped } from './write-shipments.ts'

type Input = z.output<typeof changeShipmentStatus.input>

const words: Record<ShipmentStatus, string> = {
  pending: 'pending',
  in_transit: 'in transit',
  delivered: 'delivered',
  failed: 'failed',
}

/**
 * Sends a shipment on its way (its goods leave: the reservation of each line first, then what is available), delivers it, or lets it fail
 * (goods on their way come back, available or held, to where they left or a chosen place; the job reserves anew). The order follows: all
 * lines shipped → shipped, all shipments delivered → delivered, goods back → processing; a cancelled order stays cancelled and wants
 * nothing again. Refuses, in this order: not_found; wrong_status; insufficient_stock with every line that is short; not_found,
 * location_not_active (where to); line_has_returns.
 */
export const changeShipmentStatusCommand = implement(changeShipmentStatus, async (tx, actor, input) => {
  const { order, shipment } = await lockShipment(tx, actor, input.shipment_id)
  if (!nextShipmentStatuses[shipment.status].includes(input.status))
    refuse(
      'wrong_status',
      { status: shipment.status },
      `This shipment is ${words[shipment.status]}: it cannot be made ${words[input.status]}.`,
    )
  if (input.status === 'in_transit') await send(tx, actor, order, shipment)
  else if (input.status === 'delivered') await deliver(tx, actor, order, shipment, input)
  else await fail(tx, actor, order, shipment, input)
  return shipmentOf(tx, actor, shipment.id)
})

async function send(tx: Tx, actor: Actor, order: LockedOrder, shipment: StoredShipment): Promise<void> {
  await postShipping(tx, actor, [shippingPosting(order, shipment.id, shipment.items)])
  await markShipped(tx, actor, order.id, shipment)
  await refreshOrder(tx, actor, order)
}

async function deliver(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  shipment: StoredShipment,
  { notes }: Input,
): Promise<void> {
  await markDelivered(tx, actor, shipment, 'delivered', notes)
  const others = [
    ...(await readShipments(tx, actor, order.id, pending)),
    ...(await readShipments(tx, actor, order.id, onTheirWay)),
  ]
  const arrived = order.status === 'shipped' && others.length === 0
  await refreshOrder(tx, actor, order, arrived ? { status: 'delivered' } : {})
}

async function fail(tx: Tx, actor: Actor, order: LockedOrder, shipment: StoredShipment, input: Input): Promise<void> {
  if (shipment.status === 'pending') {
    await markFailed(tx, actor, order.id, shipment, { notes: input.notes })
    await refreshOrder(tx, actor, order, { failed: 'Shipped' })
    return
  }
  await requireActivePlace(tx, actor, input.location_id ?? null)
  await requireNotReturned(tx, actor, order, shipment)
  const posting = await backPosting(tx, actor, order, shipment, input)
  if (order.status === 'cancelled') posting.demands = settled(order, shipment)
  await worded(postMany(tx, actor, [posting]), {
    fields: null,
    sentences: {
      location_not_active: ({ location }) =>
        `${String(location)}, where these goods left, is not active. Choose another location.`,
    },
  })
  await markFailed(tx, actor, order.id, shipment, { undo_posting_id: posting.id, notes: input.notes })
  await refreshOrder(tx, actor, order, { failed: 'Delivered' })
}

/** A cancelled order does not want again what comes back. */
function settled(order: LockedOrder, shipment: StoredShipment) {
  return shipment.items.flatMap(({ sales_order_item_id, product_id }) =>
    sales_order_item_id === null
      ? []
      : [
          {
            document_line_id: sales_order_item_id,
            document_kind: 'sales_order' as const,
            document_id: order.id,
            product_id,
            location_id: order.location_id,
            wanted: null,
            settles: true,
          },
        ],
  )
}

/** Goods that came back in a return cannot come back once more. */
async function requireNotReturned(tx: Tx, actor: Actor, order: LockedOrder, shipment: StoredShipment): Promise<void> {
  for (const line of await readLines(tx, actor, order.id)) {
    const coming = shipment.items.find((item) => item.sales_order_item_id === line.id)?.quantity ?? 0
    if (units(line.shipped_quantity) - units(coming) < units(line.returned_quantity))
      refuse(
        'line_has_returns',
        { line_id: line.id, product: line.product_name, returned: line.returned_quantity },
        `${formatQuantity(line.returned_quantity)} of ${line.product_name} came back in a return already: undo the return first.`,
      )
  }
}
