import { byCount } from '../../contract/counted-nouns.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { editableSale, isOpenSale, type SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { lineAmount, sumAmounts } from '../../contract/money.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import { carrierLabels, type ShipmentSummary } from '../../contract/shipments.ts'
import { lineError, lineInput, meantLines, mergeOrderLines, type OrderLineValues } from '../orders/order-line.ts'
import type { LineState } from '../orders/order-lines.tsx'
import { clashSentences, mergeFields, sameBut } from '../kit/merge-lines.ts'

/** What the fields of a sales order hold. */
export type SalesValues = {
  /** Of a new order: kept with it, so that it is made once, whatever happens to the browser. */
  id: string
  /** Of a saved one; 0 while it is new. */
  version: number
  /** Of a new one; a saved one changes it at once, beside its form. */
  status: SalesOrderStatus
  customer_id: string | null
  customer_name: string
  customer_email: string
  customer_phone: string
  notes: string
  location_id: string
  lines: OrderLineValues[]
}

export function newSalesValues(): SalesValues {
  return {
    id: crypto.randomUUID(),
    version: 0,
    status: 'pending',
    customer_id: null,
    customer_name: '',
    customer_email: '',
    customer_phone: '',
    notes: '',
    location_id: '',
    lines: [],
  }
}

/** Keys of stored lines are their ids, so that a refetch gives the same values again. */
export function salesValuesOf(order: SalesOrder): SalesValues {
  return {
    id: order.id,
    version: order.version,
    status: order.status,
    customer_id: order.customer_id,
    customer_name: order.customer_name,
    customer_email: order.customer_email ?? '',
    customer_phone: order.customer_phone ?? '',
    notes: order.notes ?? '',
    location_id: order.location_id ?? '',
    lines: order.lines.map((line) => {
      const { id, product_id, product_name, product_sku, quantity, unit_price } = line
      const started = line.shipped_quantity + line.planned_quantity > 0 ? { started: true } : {}
      return { key: id, id, product_id, product_name, product_sku, quantity, unit_price, location_id: null, ...started }
    }),
  }
}

/** What goes to the server: the status only of a new order, the version only of a saved one. */
export function salesInput({ version, status, lines, location_id, ...fields }: SalesValues) {
  return {
    ...fields,
    ...(version > 0 ? { version } : { status }),
    location_id: location_id || null,
    lines: meantLines(lines).map((line) => {
      const { location_id: _, ...input } = lineInput(line)
      return input
    }),
  }
}

const headNames = {
  customer_name: 'The customer',
  customer_email: 'The customer’s email address',
  customer_phone: 'The customer’s phone number',
  notes: 'The note',
}

/** Why changes to items are left out, by what the order has become. */
const droppedItems: Record<SalesOrderStatus, string> = {
  pending: 'This order is pending now. Your changes to its items were discarded.',
  processing: 'This order is being processed now. Your changes to its items were discarded.',
  shipped: 'This order has shipped, so its items can’t change. Your changes to them were discarded.',
  delivered: 'This order was delivered, so its items can’t change. Your changes to them were discarded.',
  cancelled: 'This order was cancelled, so its items can’t change. Your changes to them were discarded.',
}

/** What decides which goods an order wants. */
const goodsOf = ({ location_id, lines }: SalesValues) => ({
  location_id,
  lines: meantLines(lines).map(({ key: _, started: _s, ...line }) => line),
})

/** Whether what an order ships is typed otherwise than it was. */
export function changesGoods(base: SalesValues, yours: SalesValues): boolean {
  return !sameBut(goodsOf(base), goodsOf(yours), [])
}

/**
 * Two versions of one order put together. Once its goods can no longer change, they are the saved ones: kept as typed,
 * they could never be saved.
 */
export function mergeSales(base: SalesValues, yours: SalesValues, theirs: SalesValues) {
  if (editableSale[theirs.status] === 'everything') return mergeEverything(base, yours, theirs)
  const { location_id, lines } = base
  const { values, look } = mergeEverything(base, { ...yours, location_id, lines }, theirs)
  return {
    values: { ...values, location_id: theirs.location_id, lines: theirs.lines },
    look: changesGoods(base, yours) ? [droppedItems[theirs.status], ...look] : look,
  }
}

function mergeEverything(base: SalesValues, yours: SalesValues, theirs: SalesValues) {
  const head = ({ lines: _, version: _v, status: _s, ...fields }: SalesValues) => fields
  const { fields, clashes } = mergeFields(head(base), head(yours), head(theirs))
  const { lines, look } = mergeOrderLines(base.lines, yours.lines, theirs.lines)
  const headLook = clashSentences(clashes, head(theirs), headNames)
  // The form knows locations by their ids only.
  if (clashes.includes('location_id')) headLook.push('The location was changed by both of you: yours is in the form')
  return { values: { ...fields, version: theirs.version, status: theirs.status, lines }, look: [...headLook, ...look] }
}

/**
 * Paid, shipped or given another status since, with the same fields, and what is typed can still be saved: no goods of
 * a closed order are changed, and no line is removed of which something left.
 */
export function salesMovedOn(base: SalesValues, theirs: SalesValues, yours: SalesValues): boolean {
  const plain = (values: SalesValues) => ({ ...values, ...goodsOf(values) })
  if (!sameBut(plain(base), plain(theirs), ['version', 'status'])) return false
  if (editableSale[theirs.status] === 'contact') return !changesGoods(base, yours)
  const kept = new Set(yours.lines.map((line) => line.id))
  return theirs.lines.every((line) => !line.started || kept.has(line.id))
}

/** The one sentence above the form, in the spec's order. */
export function salesError(errors: Readonly<Record<string, unknown>>): string | undefined {
  const name = errors['customer_name']
  return typeof name === 'string' ? name : lineError(errors)
}

/** What of a line is fixed because something of it left, and how far it is. */
export function lineStateOf(order: SalesOrder | null, line_id: string | undefined): LineState {
  const line = order?.lines.find(({ id }) => id === line_id)
  if (!order || !line) return { started: false, note: null }
  const parts = [
    part(line.shipped_quantity, 'shipped'),
    part(line.planned_quantity, 'in a shipment'),
    part(line.returned_quantity, 'returned'),
    isOpenSale(order.status) ? part(line.reserved_quantity, 'reserved') : null,
    isOpenSale(order.status) ? part(line.backordered_quantity, 'backordered') : null,
  ]
  return {
    started: line.shipped_quantity + line.planned_quantity > 0,
    note: parts.filter(Boolean).join(' · ') || null,
  }
}

/** What the goods came to that the customer sent back, at the prices of the order. */
export function returnedAmount({ lines }: Pick<SalesOrder, 'lines'>): number {
  return sumAmounts(lines.map((line) => lineAmount(line.returned_quantity, line.unit_price)))
}

/**
 * What leaves, and how, when an order is shipped by its status alone: the shipments that wait leave as they are, and
 * one without a carrier takes what is in none.
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

const leaveAlone = {
  one: '{count} unit leaves stock now, without a carrier. To use a carrier, add a shipment instead.',
  other: '{count} units leave stock now, without a carrier. To use a carrier, add a shipment instead.',
}
const leaveInOne = {
  one: '{count} unit leaves stock now in {shipment}.',
  other: '{count} units leave stock now in {shipment}.',
}
const leaveInParts = {
  one: '{count} unit leaves stock now: {parts}.',
  other: '{count} units leave stock now: {parts}.',
}
const leavePartlyAlone = {
  one: '{count} unit leaves stock now: {parts}. To use a carrier, add a shipment instead.',
  other: '{count} units leave stock now: {parts}. To use a carrier, add a shipment instead.',
}

/** More of them are only counted: a question has to be short. */
const shipmentsNamed = 3

const shipmentName = ({ shipment_no, carrier }: ShipmentSummary) =>
  `shipment ${shipment_no}${carrier ? ` (${carrierLabels[carrier]})` : ''}`

const part = (quantity: number, what: string) => (quantity > 0 ? `${formatQuantity(quantity)} ${what}` : null)
