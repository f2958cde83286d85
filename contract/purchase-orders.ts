import { z } from 'zod'
import { lineStatuses, paymentStatuses, sentMail, statusChange } from './documents.ts'
import { command, query } from './endpoint.ts'
import {
  currencyCode,
  flag,
  id,
  idOr,
  mixedProducts,
  moment,
  optionalDay,
  optionalText,
  positiveQuantity,
  priceOfLine,
  requiredList,
  text,
  unitCost,
  version,
} from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { paymentTermsDays } from './printed-documents.ts'
import { purchaseOrderStatuses } from './purchase-order-actions.ts'
import { purchasePayment, purchasePaymentFilters } from './purchase-payments.ts'

export const purchaseOrderLine = z.object({
  id,
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  /** The code on its packaging, as a scanner reads it. */
  product_barcode: z.string().nullable(),
  product_image: z.string().nullable(),
  quantity_decimals: z.number(),
  /** Where the units are expected; null in a draft that uses the default. */
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  quantity: z.number(),
  unit_price: z.number(),
  /** Quantity × unit price, rounded to `amount_decimals`. */
  amount: z.number(),
  /** The decimals of the currency. Lines from before amounts were rounded to them have two in every currency. */
  amount_decimals: z.number(),
  received_quantity: z.number(),
  /** Accepted beyond the ordered quantity; not part of `received_quantity`. */
  over_delivered_quantity: z.number(),
  remaining: z.number(),
  status: z.enum(lineStatuses),
})

export type PurchaseOrderLine = z.output<typeof purchaseOrderLine>

const summary = z.object({
  id,
  order_number: z.string(),
  supplier_id: id,
  supplier_name: z.string(),
  /** The order's date, if entered; otherwise the day it was placed. */
  order_date: z.string().nullable(),
  expected_date: z.string().nullable(),
  /** Open, and its expected date is before today in the organization's time zone. */
  is_late: z.boolean(),
  /** Of all its lines, even for callers who see only some. */
  total_amount: z.number(),
  /** Accepted beyond the ordered quantities, at the lines' prices; owed in addition to the total. */
  over_delivered_amount: z.number(),
  currency: currencyCode,
  status: z.enum(purchaseOrderStatuses),
  payment_status: z.enum(paymentStatuses),
  /** Bought on account: days from the first receipt until payment is due. Null: paid when it is ordered. */
  payment_terms_days: z.number().nullable(),
  /** Null without payment terms, and until something was received. */
  payment_due_date: z.string().nullable(),
  /** Something is owed, and the due date is before today in the organization's time zone. */
  is_payment_overdue: z.boolean(),
  /** What we still owe the supplier, over-delivered units included: for a cancelled order only what was received. */
  amount_due: z.number(),
  /** What the supplier owes us: paid beyond what is owed, or for units of a cancelled order that never came. */
  refund_due: z.number(),
  /** Lines with something still to receive; 0 unless the order is open. */
  open_lines: z.number(),
  line_count: z.number(),
  /**
   * Whether parts of it are at locations the caller isn't limited to. Then they can read what concerns theirs and
   * change nothing; `total_amount`, `over_delivered_amount`, `paid_amount`, `amount_due`, `refund_due` and `payments`
   * are always the entire order's, even if not all of its `lines` are shown.
   */
  concerns_other_locations: z.boolean(),
  created_at: moment,
})

export type PurchaseOrderSummary = z.output<typeof summary>

export const purchaseOrder = summary.extend({
  /** Since when the supplier has been inactive; null while it is active. */
  supplier_inactive_since: moment.nullable(),
  notes: z.string().nullable(),
  paid_amount: z.number(),
  user_id: id,
  user_reference: z.string(),
  ordered_at: moment.nullable(),
  updated_at: moment,
  version,
  lines: z.array(purchaseOrderLine),
  /** Newest first. */
  payments: z.array(purchasePayment),
  receipts: z.array(
    z.object({
      id,
      receipt_no: z.number(),
      received_at: moment,
      user_reference: z.string(),
      units: z.number(),
      mixed_products: mixedProducts,
      is_undone: z.boolean(),
    }),
  ),
  /** The order sent to the supplier by email. Newest first, the newest `limits.historyRowsShown`. */
  mails: z.array(sentMail),
  /** Newest first, the newest `limits.historyRowsShown`. */
  status_changes: z.array(statusChange),
})

export type PurchaseOrder = z.output<typeof purchaseOrder>

/** `payment_due_date`: orders with nothing to pay, or without a date yet, come last. */
const sorts = ['created_at', 'expected_date', 'total_amount', 'payment_due_date'] as const

export const purchaseOrderSorts = sorts.flatMap((sort) => [sort, `-${sort}`] as const)

export const listPurchaseOrders = query({
  name: 'list_purchase_orders',
  summary: 'Lists purchase orders, newest first. `search` matches order number and supplier name',
  path: '/purchase-orders',
  permission: 'orders.read',
  input: z.strictObject({
    ...pageInput,
    search: text(limits.searchCharacters).optional(),
    status: z.enum(purchaseOrderStatuses).optional(),
    payment_status: z.enum(purchasePaymentFilters).optional(),
    supplier_id: id.optional(),
    /** Ordered or partially received: what can be received. */
    open: flag.optional(),
    sort: z.enum(purchaseOrderSorts).default('-created_at'),
  }),
  output: page(summary),
})

const orderId = z.strictObject({ id })

export const readPurchaseOrder = query({
  name: 'read_purchase_order',
  summary: 'Returns one purchase order with its lines, payments, receipts, emails and status history',
  path: '/purchase-orders/:id',
  permission: 'orders.read',
  input: orderId,
  output: purchaseOrder,
})

export const printPurchaseOrder = query({
  name: 'print_purchase_order',
  summary: 'Downloads a purchase order as PDF, for the supplier',
  path: '/purchase-orders/:id/document',
  permission: 'orders.read',
  input: orderId,
  output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
  downloads: ['pdf'],
})

const line = {
  product_id: idOr('Please select products for all items'),
  quantity: positiveQuantity('Quantity must be greater than 0 for all items'),
  /** What one unit costs; four decimals, because small parts cost fractions of a cent. */
  unit_price: priceOfLine(unitCost('Unit price cannot be negative')),
  location_id: id.nullish(),
}

/** The editable fields, in the order in which they are checked. */
const fields = {
  supplier_id: idOr('Please select a supplier'),
  /** Not in the future. Null uses the day it is placed; omitted, it stays unchanged. */
  order_date: optionalDay.optional(),
  expected_date: optionalDay,
  /**
   * Null: paid when it is ordered. Omitted, it stays unchanged; a new order, or a draft with another supplier, takes
   * the days in the supplier's payment terms.
   */
  payment_terms_days: paymentTermsDays.nullish(),
  notes: optionalText(),
}

const linesOf = <T extends z.ZodType>(one: T) =>
  requiredList(one, 'Please add at least one item').max(
    limits.linesPerDocument,
    `An order has at most ${limits.linesPerDocument} items`,
  )

export const createPurchaseOrder = command({
  name: 'create_purchase_order',
  summary: 'Creates a purchase order as a draft. The server assigns its number and total',
  method: 'POST',
  path: '/purchase-orders',
  permission: 'orders.write',
  input: z.strictObject({ id: id.optional(), ...fields, lines: linesOf(z.strictObject(line)) }),
  output: purchaseOrder,
  status: 201,
  changes: ['purchase-orders'],
})

/** Lines are identified by their ids: missing ones are removed, those without an id are new. */
export const updatePurchaseOrder = command({
  name: 'update_purchase_order',
  summary:
    'Updates a purchase order line by line. Returns `conflict` with the current record when someone else has saved it since `version`',
  method: 'PUT',
  path: '/purchase-orders/:id',
  permission: 'orders.write',
  input: z.strictObject({ id, version, ...fields, lines: linesOf(z.strictObject({ id: id.optional(), ...line })) }),
  output: purchaseOrder,
  changes: ['purchase-orders', 'stock'],
})

/** The version that the caller saw: after another change, the payment would be of another amount. */
const action = z.strictObject({ id, version })

export const payPurchaseOrder = command({
  name: 'pay_purchase_order',
  summary: 'Complete Payment: pays the balance due. A draft becomes ordered',
  method: 'POST',
  path: '/purchase-orders/:id/payments',
  permission: 'orders.write',
  /** `payment_date`: the organization's day on which it was paid, not in the future. Today, or omitted, means now. */
  input: action.extend({ payment_date: optionalDay }),
  output: purchaseOrder,
  changes: ['purchase-orders', 'stock'],
})

export const recordPurchaseRefund = command({
  name: 'record_purchase_refund',
  summary:
    'Records that the supplier paid back what is due. It is listed as a payment with a negative amount, and undone like one',
  method: 'POST',
  path: '/purchase-orders/:id/refunds',
  permission: 'orders.write',
  /** `payment_date`: the organization's day on which it was paid back, not in the future. Omitted, it means now. */
  input: action.extend({ payment_date: optionalDay }),
  output: purchaseOrder,
  changes: ['purchase-orders'],
})

export const reversePurchasePayment = command({
  name: 'reverse_purchase_payment',
  summary:
    'Undoes a payment or refund, once. It stays in the history but no longer counts, and the payment status is updated. The order’s own status doesn’t change',
  method: 'POST',
  path: '/purchase-order-payments/:payment_id/reversal',
  permission: 'orders.write',
  input: z.strictObject({ payment_id: id }),
  output: purchaseOrder,
  changes: ['purchase-orders'],
})

export const submitPurchaseOrder = command({
  name: 'submit_purchase_order',
  summary: 'Submit Order: a draft that is paid, or has payment terms, becomes ordered and its units incoming',
  method: 'POST',
  path: '/purchase-orders/:id/submission',
  permission: 'orders.write',
  input: action,
  output: purchaseOrder,
  changes: ['purchase-orders', 'stock'],
})

export const reopenPurchaseOrder = command({
  name: 'reopen_purchase_order',
  summary: 'Returns an ordered order to draft if nothing has been received. It keeps its payments',
  method: 'POST',
  path: '/purchase-orders/:id/reopening',
  permission: 'orders.write',
  input: action,
  output: purchaseOrder,
  changes: ['purchase-orders', 'stock'],
})

export const cancelPurchaseOrder = command({
  name: 'cancel_purchase_order',
  summary: 'Cancels an order. Outstanding units are no longer incoming, and payments are due back',
  method: 'POST',
  path: '/purchase-orders/:id/cancellation',
  permission: 'orders.write',
  input: action.extend({ notes: optionalText() }),
  output: purchaseOrder,
  changes: ['purchase-orders', 'stock'],
})
