import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import { lineError, lineInput, linesToSave, mergeOrderLines, type OrderLineValues } from '../orders/order-line.ts'
import { clashSentences, mergeFields, sameBut } from '../kit/merge-lines.ts'
import type { OrderKind } from '../orders/use-order-form.ts'

/** The values of an order's form. */
export type OrderValues = {
  /** For a new order: stored with it, so that it is created once, whatever happens to the browser. */
  id: string
  /** For a saved one; 0 while it is new. */
  version: number
  supplier_id: string
  supplier_name: string
  order_date: string
  expected_date: string
  notes: string
  lines: OrderLineValues[]
}

export function newOrderValues(supplier?: { id: string; name: string }): OrderValues {
  const { id: supplier_id = '', name: supplier_name = '' } = supplier ?? {}
  return {
    id: crypto.randomUUID(),
    version: 0,
    supplier_id,
    supplier_name,
    order_date: '',
    expected_date: '',
    notes: '',
    lines: [],
  }
}

/** Keys of stored lines are their ids, so that a refetch returns the same values again. */
export function orderValuesOf(order: PurchaseOrder): OrderValues {
  const { id, version, supplier_id, supplier_name, notes } = order
  const [order_date, expected_date] = [order.order_date ?? '', order.expected_date ?? '']
  const lines = order.lines.map(
    ({ id: line_id, product_id, product_name, product_sku, quantity, unit_price, location_id }) => ({
      key: line_id,
      id: line_id,
      product_id,
      product_name,
      product_sku,
      quantity,
      unit_price,
      location_id,
    }),
  )
  return { id, version, supplier_id, supplier_name, order_date, expected_date, notes: notes ?? '', lines }
}

/** The input for the server. Names are only for display. */
export function orderInput({ id, version, supplier_name: _, lines, ...fields }: OrderValues) {
  return { id, ...(version > 0 ? { version } : {}), ...fields, lines: linesToSave(lines).map(lineInput) }
}

const headNames = {
  supplier_name: 'The supplier',
  order_date: 'The order date',
  expected_date: 'The expected date',
  notes: 'The note',
}

/** Merges two people's changes of one order. */
function mergeOrders(base: OrderValues, yours: OrderValues, theirs: OrderValues) {
  const head = ({ lines: _, version: _v, ...fields }: OrderValues) => fields
  const { fields, clashes } = mergeFields(head(base), head(yours), head(theirs))
  const { lines, toCheck } = mergeOrderLines(base.lines, yours.lines, theirs.lines)
  const ofHead = clashSentences(clashes, head(theirs), headNames)
  return { values: { ...fields, version: theirs.version, lines }, toCheck: [...ofHead, ...toCheck] }
}

/** Paid or partly received since, with the same fields: the typed values are still valid. */
function orderMovedOn(base: OrderValues, theirs: OrderValues): boolean {
  return sameBut(base, theirs, ['version'])
}

/** The one message above the form, in the spec's order. */
function orderError(errors: Readonly<Record<string, unknown>>): string | undefined {
  const supplier = errors['supplier_id']
  return typeof supplier === 'string' ? supplier : lineError(errors)
}

export const purchaseOrderKind: OrderKind<PurchaseOrder, OrderValues> = {
  draft: 'purchase-order',
  valuesOf: orderValuesOf,
  toInput: orderInput,
  lines: { together: mergeOrders, canFastForward: orderMovedOn },
  summary: orderError,
  fallback: 'Failed to save purchase order. Please try again.',
}

/** Where all lines of an order are expected: a location, '' for the default, null if they differ. */
export function commonLocation(lines: readonly OrderLineValues[]): string | null {
  const locations = new Set(lines.map((line) => line.location_id ?? ''))
  if (locations.size > 1) return null
  return [...locations][0] ?? ''
}

/** The state of a stored line: what can still be changed, and the note under its product. */
export function lineStateOf(
  order: PurchaseOrder | null,
  id: string | undefined,
): { started: boolean; note: string | null } {
  const line = id === undefined ? undefined : order?.lines.find((one) => one.id === id)
  if (!order || !line) return { started: false, note: null }
  const over = line.over_delivered_quantity > 0 ? `, ${line.over_delivered_quantity} more delivered` : ''
  const shown = isOpen(order.status) || line.received_quantity > 0
  return {
    started: line.received_quantity > 0,
    note: shown ? `${line.received_quantity} of ${line.quantity} received${over}` : null,
  }
}
