import { counted } from '../../contract/counted-nouns.ts'
import { formatQuantity, haveSum } from '../../contract/quantity.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { isOpenSale } from '../../contract/sales-order-statuses.ts'
import { canBecome, type ShipmentSummary } from '../../contract/shipments.ts'
import { sumQuantities } from '../orders/document-lines.ts'

/** The next step of an order: create a shipment, or take a shipment one step further. */
export type NextStep =
  | Readonly<{ kind: 'ship'; label: string }>
  | Readonly<{ kind: 'move'; label: string; shipment: ShipmentSummary; to: 'in_transit' | 'delivered' }>

type Lines = SalesOrder['lines']

/**
 * The next step for an order's stock, oldest shipment first: a pending shipment whose units can all leave is shipped;
 * units that could leave and are in no shipment get one; a shipment in transit is delivered. Null if the order waits
 * for stock, or has nothing left to do. Shipments at locations that the reader can't see aren't theirs to move.
 */
export function nextStep(
  order: Pick<SalesOrder, 'status' | 'lines' | 'shipments' | 'shippable_shipment_id'>,
): NextStep | null {
  const { status, lines } = order
  const shipments = order.shipments
    .filter(({ concerns_other_locations }) => !concerns_other_locations)
    .toSorted((one, other) => one.shipment_no - other.shipment_no)
  const planned = shipments.find(({ id, status }) => id === order.shippable_shipment_id && status === 'pending')
  if (planned) {
    const label = `Mark shipment ${planned.shipment_no} as shipped`
    return { kind: 'move', shipment: planned, to: 'in_transit', label }
  }
  if (isOpenSale(status) && lines.some(({ ready_quantity }) => ready_quantity > 0))
    return { kind: 'ship', label: shipLabel(lines) }
  const sent = shipments.find((shipment) => shipment.status === 'in_transit' && canBecome(shipment, 'delivered'))
  if (sent && status !== 'cancelled')
    return { kind: 'move', shipment: sent, to: 'delivered', label: deliveredLabel(sent, lines) }
  return null
}

function shipLabel(lines: Lines): string {
  const ready = sumQuantities(lines.map(({ ready_quantity }) => ready_quantity))
  const all = lines.every(({ ready_quantity, remaining }) => ready_quantity === remaining)
  if (!haveSum(lines)) return all ? 'Ship all items' : 'Ship available items'
  return all ? `Ship ${unitsOf(ready)}` : `Ship ${formatQuantity(ready)} available`
}

function deliveredLabel({ shipment_no, units }: ShipmentSummary, lines: Lines): string {
  return `Mark ${haveSum(lines) ? unitsOf(units) : `shipment ${shipment_no}`} as delivered`
}

const unitsOf = (quantity: number) => counted(quantity, 'unit')
