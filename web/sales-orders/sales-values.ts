import type { SalesOrder, SalesOrderLine } from '../../contract/sales-orders.ts'
import { canMoveSale, editableSale, isOpenSale, type SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { sumAmounts } from '../../contract/money.ts'
import { lineAmount } from '../ui/money.ts'
import { mergeOrderValues } from '../orders/merge-order-values.ts'
import { lineInput, linesToSave, type OrderLineValues, storedLine } from '../orders/order-line.ts'
import type { LineState } from '../orders/order-lines.tsx'
import { mergeByLines } from '../kit/conflict-strategy.ts'
import { sameBut } from '../kit/merge-fields.ts'
import { newId } from '../kit/new-id.ts'
import type { OrderKind } from '../orders/use-order-form.ts'
import { part } from './leaves-now.ts'

/** The values of a sales order's form. */
export type SalesValues = {
  /** For a new order: stored with it, so that it is created once, whatever happens to the browser. */
  id: string
  /** For a saved one; 0 while it is new. */
  version: number
  /** For a new one; a saved one changes it immediately, beside its form. */
  status: SalesOrderStatus
  customer_id: string | null
  customer_name: string
  customer_email: string
  customer_phone: string
  notes: string
  location_id: string
  lines: OrderLineValues[]
}

/** A new order's values; `location_id` is the only location of someone who is limited to one. */
export function newSalesValues(location_id = ''): SalesValues {
  return {
    id: newId(),
    version: 0,
    status: 'pending',
    customer_id: null,
    customer_name: '',
    customer_email: '',
    customer_phone: '',
    notes: '',
    location_id,
    lines: [],
  }
}

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
    lines: order.lines.map((line) => ({
      ...storedLine(line, null),
      ...(hasStarted(line) ? { started: true } : {}),
    })),
  }
}

/** The input for the server: the status only for a new order, the version only for a saved one. */
export function salesInput({ version, status, lines, location_id, ...fields }: SalesValues) {
  return {
    ...fields,
    ...(version > 0 ? { version } : { status }),
    location_id: location_id || null,
    lines: linesToSave(lines).map((line) => {
      const { location_id: _, ...input } = lineInput(line)
      return input
    }),
  }
}

const fieldNames = {
  customer_name: 'the customer',
  customer_email: 'the customer’s email address',
  customer_phone: 'the customer’s phone number',
  notes: 'the note',
}

/** Why changes to items are left out, by the order's new status. */
const droppedItems: Record<SalesOrderStatus, string> = {
  pending: 'This order is pending now. Your changes to its items were discarded.',
  processing: 'This order is being processed now. Your changes to its items were discarded.',
  shipped: 'This order has shipped, so its items can’t change. Your changes to them were discarded.',
  delivered: 'This order was delivered, so its items can’t change. Your changes to them were discarded.',
  cancelled: 'This order was cancelled, so its items can’t change. Your changes to them were discarded.',
}

/** The values that determine an order's demand. */
const goodsOf = ({ location_id, lines }: SalesValues) => ({
  location_id,
  lines: linesToSave(lines).map(({ key: _, started: _s, ...line }) => line),
})

/** Whether the typed items differ from the saved ones. */
export function changesGoods(base: SalesValues, yours: SalesValues): boolean {
  return !sameBut(goodsOf(base), goodsOf(yours), [])
}

/**
 * Merges two versions of one order. Once its items can no longer change, they are the saved ones: as typed, they could
 * never be saved.
 */
export function mergeSales(base: SalesValues, yours: SalesValues, theirs: SalesValues) {
  if (editableSale[theirs.status] === 'everything') return mergeEverything(base, yours, theirs)
  const { values, toCheck } = mergeEverything(base, asClosed(base, yours, theirs.status), theirs)
  return {
    values: { ...values, lines: theirs.lines },
    toCheck: changesClosed(base, yours, theirs.status) ? [droppedItems[theirs.status], ...toCheck] : toCheck,
  }
}

/** Typed values without what an order with this status, which is closed, can't save. */
function asClosed(base: SalesValues, yours: SalesValues, status: SalesOrderStatus): SalesValues {
  return { ...yours, lines: base.lines, ...(canMoveSale(status) ? {} : { location_id: base.location_id }) }
}

/** Whether something was typed that an order with this status, which is closed, can't save. */
function changesClosed(base: SalesValues, yours: SalesValues, status: SalesOrderStatus): boolean {
  return !sameBut(goodsOf(yours), goodsOf(asClosed(base, yours, status)), [])
}

function mergeEverything(base: SalesValues, yours: SalesValues, theirs: SalesValues) {
  const { values, clashes, toCheck } = mergeOrderValues(base, yours, theirs, fieldNames)
  // The form knows locations by their ids only.
  const location = clashes.includes('location_id') ? ['You both changed the location. The form has yours.'] : []
  return { values, toCheck: [...location, ...toCheck] }
}

/**
 * Paid, shipped or given another status since, with the same fields, and the input can still be saved: no items of a
 * closed order change, and no line with shipped units is removed.
 */
export function salesMovedOn(base: SalesValues, yours: SalesValues, theirs: SalesValues): boolean {
  const plain = (values: SalesValues) => ({ ...values, ...goodsOf(values) })
  if (!sameBut(plain(base), plain(theirs), ['version', 'status'])) return false
  if (editableSale[theirs.status] === 'contact') return !changesClosed(base, yours, theirs.status)
  const kept = new Set(yours.lines.map((line) => line.id))
  return theirs.lines.every((line) => !line.started || kept.has(line.id))
}

/** The message above the form: that there are no items. All others are beside their fields. */
function salesError({ lines }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof lines === 'string' ? lines : undefined
}

export const salesOrderKind: OrderKind<SalesOrder, SalesValues> = {
  draft: 'sales-order',
  valuesOf: salesValuesOf,
  toInput: salesInput,
  strategy: mergeByLines({ merge: mergeSales, canFastForward: salesMovedOn }),
  summary: salesError,
  fallback: 'Failed to save sales order',
}

const hasStarted = ({ shipped_quantity, planned_quantity }: SalesOrderLine) => shipped_quantity + planned_quantity > 0

/** What is fixed in a line because units have left, and its progress. */
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
    started: hasStarted(line),
    quantity_decimals: line.quantity_decimals,
    note: parts.filter(Boolean).join(' · ') || null,
  }
}

/** The value of the returned units, at the order's prices. */
export function returnedAmount({ lines }: Pick<SalesOrder, 'lines'>): number {
  return sumAmounts(lines.map((line) => lineAmount(line.returned_quantity, line)))
}

/** Whether it is still open what happens about returned goods: they were paid, and not refunded. */
export function areReturnsOpen(order: SalesOrder): boolean {
  return order.status !== 'cancelled' && order.refundable_amount > 0 && returnedAmount(order) > 0
}
