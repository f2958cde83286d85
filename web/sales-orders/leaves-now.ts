import { byCount } from '../../contract/counted-nouns.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import { carrierLabels, type ShipmentSummary } from '../../contract/shipments.ts'

/**
 * What leaves, and how, when an order is shipped by its status alone: pending shipments leave as they are, and one
 * without a carrier takes the rest.
 */
export function leavesNow({ lines, shipments }: Pick<SalesOrder, 'lines' | 'shipments'>): string {
  const sum = (quantities: number[]) =>
    roundTo(
      quantities.reduce((total, quantity) => total + quantity, 0),
      4,
    )
  const left = sum(lines.map(({ quantity, shipped_quantity }) => quantity - shipped_quantity))
  const rest = sum(lines.map(({ remaining }) => remaining))
  const waiting = shipments
    .filter(({ status }) => status === 'pending')
    .toSorted((one, other) => one.shipment_no - other.shipment_no)
  if (waiting.length === 0) return byCount(left, leaveAlone)
  if (rest === 0 && waiting.length === 1)
    return byCount(left, leaveInOne, { shipment: waiting.map(shipmentName).join() })
  const planned =
    waiting.length > shipmentsNamed
      ? [`${formatQuantity(roundTo(left - rest, 4))} in ${waiting.length} pending shipments`]
      : waiting.map((shipment) => `${formatQuantity(shipment.units)} in ${shipmentName(shipment)}`)
  if (rest === 0) return byCount(left, leaveInParts, { parts: planned.join(', ') })
  const parts = [...planned, `${formatQuantity(rest)} without a carrier`].join(', ')
  return byCount(left, leavePartlyAlone, { parts })
}

/** Why an order can't be shipped completely: the first line with too little that may leave; null if it can. */
export function missingToLeave({ lines }: Pick<SalesOrder, 'lines'>): string | null {
  for (const { product_name, quantity, shipped_quantity, shippable_quantity } of lines) {
    const needed = roundTo(quantity - shipped_quantity, 4)
    if (needed > shippable_quantity)
      return `Only ${formatQuantity(shippable_quantity)} of ${formatQuantity(needed)} ${product_name} can ship now. Ship the available units instead.`
  }
  return null
}

const leaveAlone = {
  one: '{count} unit will be removed from stock, without a carrier. To use a carrier, add a shipment instead.',
  other: '{count} units will be removed from stock, without a carrier. To use a carrier, add a shipment instead.',
}
const leaveInOne = {
  one: '{count} unit will be removed from stock in {shipment}.',
  other: '{count} units will be removed from stock in {shipment}.',
}
const leaveInParts = {
  one: '{count} unit will be removed from stock: {parts}.',
  other: '{count} units will be removed from stock: {parts}.',
}
const leavePartlyAlone = {
  one: '{count} unit will be removed from stock: {parts}. To use a carrier, add a shipment instead.',
  other: '{count} units will be removed from stock: {parts}. To use a carrier, add a shipment instead.',
}

/** Beyond this many they are only counted, because a confirmation must be short. */
const shipmentsNamed = 3

const shipmentName = ({ shipment_no, carrier }: ShipmentSummary) =>
  `shipment ${shipment_no}${carrier ? ` (${carrierLabels[carrier]})` : ''}`

export const part = (quantity: number, what: string) => (quantity > 0 ? `${formatQuantity(quantity)} ${what}` : null)
