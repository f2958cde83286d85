import { z } from 'zod'
import { customerFields } from './customers.ts'
import { paymentStatuses, statusChange } from './documents.ts'
import { command, query } from './endpoint.ts'
import {
  currencyCode,
  flag,
  id,
  idOr,
  mixedProducts,
  moment,
  money,
  optionalText,
  positiveQuantity,
  priceOfLine,
  requiredList,
  text,
  version,
} from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { shipmentSummary } from './shipments.ts'
import { payment, salesPaymentFilters } from './sales-order-payments.ts'
import { salesOrderStatuses, salesLineStatuses, orderReadiness } from './sales-order-statuses.ts'
import { salesDocuments, salesMail } from './sales-documents.ts'

export const salesOrderLine = z.object({
  id,
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  product_image: z.string().nullable(),
  quantity_decimals: z.number(),
  quantity: z.number(),
  unit_price: z.number(),
  /** Quantity × unit price, rounded to `amount_decimals`. */
  amount: z.number(),
  /** The decimals of the currency. Lines from before amounts were rounded to them have two in every currency. */
  amount_decimals: z.number(),
  /** Reserved for this line. */
  reserved_quantity: z.number(),
  /** Wanted, and neither reserved nor shipped. */
  backordered_quantity: z.number(),
  /**
   * The day by which purchase orders are expected to bring what this line waits for, after the lines before it and
   * beyond what is in transit; null if nothing is backordered, too little is on order, or a delivery has no date.
   */
  expected_date: z.string().nullable(),
  /** Whether that day has passed in the organization's time zone. */
  is_late: z.boolean(),
  /** The purchase order that completes it, even without a date. */
  expected_from: id.nullable(),
  /** Whether units in transit to the order's location, or to any if it names none, are enough: these have no date. */
  is_in_transit: z.boolean(),
  /** Shipped to the customer, including returns. */
  shipped_quantity: z.number(),
  /** In shipments that haven't left. */
  planned_quantity: z.number(),
  returned_quantity: z.number(),
  /** Neither shipped nor in a shipment. */
  remaining: z.number(),
  /** Unreserved units that this line may take: unexpired, at the order's location or, if it names none, anywhere. */
  available: z.number(),
  /** What could leave now, ignoring pending shipments: unexpired units reserved for this line, and available ones. */
  shippable_quantity: z.number(),
  /**
   * Of the remaining quantity: what could leave now, after pending shipments: unexpired units reserved for this line,
   * and available ones.
   */
  ready_quantity: z.number(),
  /** In stock and available or reserved for this line, but expired: these can't leave. */
  expired_quantity: z.number(),
  status: z.enum(salesLineStatuses),
})

export type SalesOrderLine = z.output<typeof salesOrderLine>

/** The progress of an order: completed is success, failed is danger, anything else is in progress. */
export const processingStep = z.object({
  id,
  name: z.string(),
  status: z.enum(['completed', 'failed', 'pending']),
  created_at: moment,
})

export type ProcessingStep = z.output<typeof processingStep>

export const salesReturnSummary = z.object({
  /** Also the id of the return's posting. */
  id,
  return_no: z.number(),
  sales_order_id: id,
  order_number: z.string(),
  customer_name: z.string(),
  notes: z.string().nullable(),
  returned_at: moment,
  user_reference: z.string(),
  line_count: z.number(),
  units: z.number(),
  mixed_products: mixedProducts,
  is_undone: z.boolean(),
})

export type SalesReturnSummary = z.output<typeof salesReturnSummary>

const summary = z.object({
  id,
  order_number: z.string(),
  customer_id: id,
  customer_name: z.string(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  order_date: moment,
  total_amount: z.number(),
  currency: currencyCode,
  status: z.enum(salesOrderStatuses),
  payment_status: z.enum(paymentStatuses),
  line_count: z.number(),
  /** Lines with units neither shipped nor in a shipment; 0 unless the order is open. */
  open_lines: z.number(),
  /** Unreserved units over all lines. */
  backordered: z.number(),
  /**
   * What the customer still owes: not for returned goods, and for a cancelled order only for what was shipped and kept.
   */
  amount_due: z.number(),
  /**
   * What we owe the customer: paid beyond the total, or for units of a cancelled order that never left or came back.
   */
  refund_due: z.number(),
  /** Whether the units in no shipment can leave now; null if nothing is left to ship. */
  readiness: z.enum(orderReadiness).nullable(),
  /**
   * Whether parts of it are at locations the caller isn't limited to; units that are only reserved there don't count if
   * the caller created the order. Then they can read what concerns theirs and change only shipments from theirs; all
   * lines are shown, with what is reserved, was shipped and came back at their locations. Amounts and statuses are the
   * entire order's.
   */
  concerns_other_locations: z.boolean(),
  created_at: moment,
  updated_at: moment,
  version,
})

export type SalesOrderSummary = z.output<typeof summary>

export const salesOrder = summary.extend({
  notes: z.string().nullable(),
  /** Ships only from there; null: from any location with stock. */
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  /** Whether units left or came back to locations that aren't the caller's: then they can't record a return. */
  shipped_elsewhere: z.boolean(),
  /** The address of the newest shipment that has one; null until then. */
  shipping_address: z.string().nullable(),
  paid_amount: z.number(),
  /** The most that can be refunded: `refund_due`, and what was paid for goods that came back. */
  refundable_amount: z.number(),
  user_id: id,
  user_reference: z.string(),
  lines: z.array(salesOrderLine),
  /** Newest first. */
  payments: z.array(payment),
  /** Oldest first; for a cancelled order only those that happened. */
  steps: z.array(processingStep),
  /** Oldest first, without undone ones. */
  shipments: z.array(shipmentSummary),
  /** The oldest pending shipment whose units can all leave now; null if there is none. */
  shippable_shipment_id: id.nullable(),
  returns: z.array(salesReturnSummary),
  /** Newest first. */
  mails: z.array(salesMail),
  /** Newest first, the newest `limits.historyRowsShown`. */
  status_changes: z.array(statusChange),
})

export type SalesOrder = z.output<typeof salesOrder>

const sorts = ['order_date', 'total_amount'] as const

export const salesOrderSorts = sorts.flatMap((sort) => [sort, `-${sort}`] as const)

export type SalesOrderSort = (typeof salesOrderSorts)[number]

export const listSalesOrders = query({
  name: 'list_sales_orders',
  summary: 'Lists sales orders, newest first. `search` matches order number, customer, email and phone',
  path: '/sales-orders',
  permission: 'orders.read',
  input: z.strictObject({
    ...pageInput,
    search: text(limits.searchCharacters).optional(),
    status: z.enum(salesOrderStatuses).optional(),
    payment_status: z.enum(salesPaymentFilters).optional(),
    customer_id: id.optional(),
    /** With units left to put into a shipment. */
    open: flag.optional(),
    sort: z.enum(salesOrderSorts).default('-order_date'),
  }),
  output: page(summary),
})

const orderId = z.strictObject({ id })

export const readSalesOrder = query({
  name: 'read_sales_order',
  summary: 'Returns one sales order with its lines, payments, processing steps, shipments, returns and status history',
  path: '/sales-orders/:id',
  permission: 'orders.read',
  input: orderId,
  output: salesOrder,
})

export const printSalesOrder = query({
  name: 'print_sales_order',
  summary: 'Downloads an order confirmation or invoice as PDF',
  path: '/sales-orders/:id/documents/:document',
  permission: 'orders.read',
  input: z.strictObject({ id, document: z.enum(salesDocuments) }),
  output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
  downloads: ['pdf'],
})

const line = {
  product_id: idOr('Please select products for all items'),
  quantity: positiveQuantity('Quantity must be greater than 0'),
  unit_price: priceOfLine(money('Unit price cannot be negative')),
}

/** The editable fields, in the order in which they are checked. */
const fields = {
  /** An existing customer; without one they are matched by name and email. */
  customer_id: id.nullish(),
  ...customerFields,
  notes: optionalText(),
  location_id: id.nullish().transform((value) => value ?? null),
}

const linesOf = <T extends z.ZodType>(one: T) =>
  requiredList(one, 'At least one item is required').max(
    limits.linesPerDocument,
    `An order has at most ${limits.linesPerDocument} items`,
  )

const allChanges = ['sales-orders', 'shipments', 'customers', 'stock'] as const

export const createSalesOrder = command({
  name: 'create_sales_order',
  summary:
    'Creates a sales order and reserves available stock, or ships immediately when created as shipped. The server assigns its number and total',
  method: 'POST',
  path: '/sales-orders',
  permission: 'orders.write',
  input: z.strictObject({
    id: id.optional(),
    status: z.enum(salesOrderStatuses).default('pending'),
    ...fields,
    lines: linesOf(z.strictObject(line)),
  }),
  output: salesOrder,
  status: 201,
  changes: allChanges,
})

/** Lines are identified by their ids: missing ones are removed, those without an id are new. */
export const updateSalesOrder = command({
  name: 'update_sales_order',
  summary:
    'Updates a sales order line by line. Returns `conflict` with the current record when someone else has saved it since `version`',
  method: 'PUT',
  path: '/sales-orders/:id',
  permission: 'orders.write',
  input: z.strictObject({ id, version, ...fields, lines: linesOf(z.strictObject({ id: id.optional(), ...line })) }),
  output: salesOrder,
  changes: allChanges,
})

export const changeSalesOrderStatus = command({
  name: 'change_sales_order_status',
  summary:
    'Sets an order’s status and updates stock accordingly: reserves, ships what is left, returns to stock what the status itself had shipped, or releases',
  method: 'POST',
  path: '/sales-orders/:id/status-changes',
  permission: 'orders.write',
  input: z.strictObject({
    id,
    version,
    status: z.enum(salesOrderStatuses),
    notes: optionalText(),
    /**
     * The caller agrees that units shipped only by the status come back. Otherwise such a step is refused
     * (takes_goods_back).
     */
    take_back: z.boolean().default(false),
  }),
  output: salesOrder,
  changes: allChanges,
})
