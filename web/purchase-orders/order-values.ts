import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { editable, hasReceipts, isOpen, type PurchaseOrderStatus } from '../../contract/purchase-order-actions.ts'
import { recognizedTermsDays } from '../../contract/payment-terms.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { mergeOrderValues } from '../orders/merge-order-values.ts'
import { lineError, lineInput, linesToSave, type OrderLineValues, storedLine } from '../orders/order-line.ts'
import type { LineState } from '../orders/order-lines.tsx'
import { mergeByLines } from '../kit/conflict-strategy.ts'
import { sameBut } from '../kit/merge-fields.ts'
import { newId } from '../kit/new-id.ts'
import type { OrderKind } from '../orders/use-order-form.ts'

/** The values of an order's form. */
export type OrderValues = {
  /** For a new order: stored with it, so that it is created once, whatever happens to the browser. */
  id: string
  /** For a saved one; 0 while it is new. */
  version: number
  /** Decides what can be saved; changed by buttons beside the form, never in it. */
  status: PurchaseOrderStatus
  supplier_id: string
  supplier_name: string
  order_date: string
  expected_date: string
  /** '' if it is paid when it's ordered. */
  payment_terms_days: number | string
  notes: string
  lines: OrderLineValues[]
}

type ChosenSupplier = Readonly<{ id: string; name: string; payment_terms: string | null }>

const noSupplier: ChosenSupplier = { id: '', name: '', payment_terms: null }

/** A chosen supplier, with the terms that the order takes from it. */
export function supplierValues({ id, name, payment_terms }: ChosenSupplier = noSupplier) {
  return { supplier_id: id, supplier_name: name, payment_terms_days: recognizedTermsDays(payment_terms) ?? '' }
}

export function newOrderValues(supplier?: ChosenSupplier): OrderValues {
  return {
    id: newId(),
    version: 0,
    status: 'draft',
    ...supplierValues(supplier),
    order_date: '',
    expected_date: '',
    notes: '',
    lines: [],
  }
}

export function orderValuesOf(order: PurchaseOrder): OrderValues {
  const { id, version, status, supplier_id, supplier_name } = order
  const [payment_terms_days, notes] = [order.payment_terms_days ?? '', order.notes ?? '']
  const [order_date, expected_date] = [order.order_date ?? '', order.expected_date ?? '']
  const lines = order.lines.map((line) => storedLine(line, line.location_id))
  const supplier = { supplier_id, supplier_name }
  return { id, version, status, ...supplier, order_date, expected_date, payment_terms_days, notes, lines }
}

/** The input for the server. Names are only for display, and the status isn't changed here. */
export function orderInput(values: OrderValues) {
  const { id, version, status: _s, supplier_name: _, payment_terms_days: days, lines, ...fields } = values
  const payment_terms_days = days === '' ? null : days
  return {
    id,
    ...(version > 0 ? { version } : {}),
    ...fields,
    payment_terms_days,
    lines: linesToSave(lines).map(lineInput),
  }
}

const fieldNames = {
  supplier_name: 'the supplier',
  order_date: 'the order date',
  expected_date: 'the expected date',
  payment_terms_days: 'the payment terms',
  notes: 'the note',
}

/** Why everything but the note is left out of a merge, by the order's new status. */
const onlyNotes: Partial<Record<PurchaseOrderStatus, string>> = {
  received: 'This order was received, so only its notes can change. Your other changes were discarded.',
  cancelled: 'This order was cancelled, so only its notes can change. Your other changes were discarded.',
}
const placed = 'This order was placed, so its supplier can’t change. Your choice was discarded.'

/** Whether the typed values differ from the saved ones in more than the note. */
function changesMoreThanNotes(base: OrderValues, yours: OrderValues): boolean {
  const rest = ({ lines, ...fields }: OrderValues) => ({ ...fields, lines: linesToSave(lines) })
  return !sameBut(rest(base), rest(yours), ['version', 'status', 'notes'])
}

/**
 * Merges two people's changes of one order. What its status no longer allows to change is theirs: as typed, it could
 * never be saved.
 */
export function mergeOrders(base: OrderValues, yours: OrderValues, theirs: OrderValues) {
  const may = editable[theirs.status]
  if (may === 'notes') {
    const { lines } = theirs
    const note = { ...theirs, notes: base.notes }
    const { values, toCheck } = mergeOrderValues(note, { ...note, notes: yours.notes }, theirs, fieldNames)
    const sentence = changesMoreThanNotes(base, yours) ? onlyNotes[theirs.status] : undefined
    return { values: { ...values, lines }, toCheck: sentence ? [sentence, ...toCheck] : toCheck }
  }
  if (may === 'everything' || yours.supplier_id === theirs.supplier_id)
    return mergeOrderValues(base, yours, theirs, fieldNames)
  const { supplier_id, supplier_name } = theirs
  const merged = mergeOrderValues(
    { ...base, supplier_id, supplier_name },
    { ...yours, supplier_id, supplier_name },
    theirs,
    fieldNames,
  )
  const isChosen = yours.supplier_id !== base.supplier_id
  return isChosen ? { ...merged, toCheck: [placed, ...merged.toCheck] } : merged
}

/**
 * Paid, partly received or given another status since, with the same fields, and the typed values can still be saved.
 */
export function orderMovedOn(base: OrderValues, yours: OrderValues, theirs: OrderValues): boolean {
  if (!sameBut(base, theirs, ['version', 'status'])) return false
  const may = editable[theirs.status]
  if (may === 'notes') return !changesMoreThanNotes(base, yours)
  return may === 'everything' || yours.supplier_id === theirs.supplier_id
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
  strategy: mergeByLines({ merge: mergeOrders, canFastForward: orderMovedOn }),
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
export function lineStateOf(order: PurchaseOrder | null, id: string | undefined): LineState {
  const line = id === undefined ? undefined : order?.lines.find((one) => one.id === id)
  if (!order || !line) return { started: false, note: null }
  const over =
    line.over_delivered_quantity > 0 ? `, ${formatQuantity(line.over_delivered_quantity)} over-delivered` : ''
  const started = hasReceipts(line)
  const shown = isOpen(order.status) || started
  return {
    started,
    quantity_decimals: line.quantity_decimals,
    note: shown
      ? `${formatQuantity(line.received_quantity)} of ${formatQuantity(line.quantity)} received${over}`
      : null,
  }
}
