import { z } from 'zod'
import { customerFields } from './customers.ts'
import { paymentStatuses, statusChange } from './documents.ts'
import { command, query } from './endpoint.ts'
import { flag, id, idOr, moment, money, optionalText, positiveQuantity, requiredList, text, version } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { shipmentSummary } from './shipments.ts'
import { salesOrderStatuses, paymentMethods, salesLineStatuses, orderReadiness } from './sales-order-statuses.ts'
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
  /** Quantity × unit price in whole cents. */
  amount: z.number(),
  /** Set aside for this line. */
  reserved_quantity: z.number(),
  /** Wanted, and neither reserved nor shipped. */
  backordered_quantity: z.number(),
  /**
   * The day by which purchase orders are expected to bring what this line waits for, after the lines that wait longer;
   * null where nothing is backordered, too little is on order, or a delivery has no date.
   */
  expected_date: z.string().nullable(),
  /** The purchase order that completes it; set also where it has no date. */
  expected_from: id.nullable(),
  /** Gone to the customer, returns included. */
  shipped_quantity: z.number(),
  /** In shipments that have not left. */
  planned_quantity: z.number(),
  returned_quantity: z.number(),
  /** Neither shipped nor in a shipment. */
  remaining: z.number(),
  /**
   * Not promised to any order, of what this line may take: unexpired, where the order ships from (anywhere, unless it
   * names a location).
   */
  available: z.number(),
  /** What could leave now, whatever shipments wait: good ones reserved for this line, and what is available. */
  shippable_quantity: z.number(),
  /**
   * Of what remains: what could leave now, after the shipments that wait: good ones reserved for this line, and what is
   * available.
   */
  ready_quantity: z.number(),
  /** There and free or reserved for this line, but expired: these cannot leave. */
  expired_quantity: z.number(),
  status: z.enum(salesLineStatuses),
})

export type SalesOrderLine = z.output<typeof salesOrderLine>

export const payment = z.object({
  id,
  amount: z.number(),
  payment_method: z.enum(paymentMethods),
  reference_number: z.string().nullable(),
  notes: z.string().nullable(),
  created_by: id,
  user_reference: z.string(),
  payment_date: moment,
  /** It was taken back since, and does not count. */
  is_undone: z.boolean(),
  undone_by: z.string().nullable(),
  undone_at: moment.nullable(),
})

/** How far an order has come: completed is success, failed is danger, anything else is on its way. */
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
  currency: z.literal('USD'),
  status: z.enum(salesOrderStatuses),
  payment_status: z.enum(paymentStatuses),
  line_count: z.number(),
  /** Lines with something left that is neither shipped nor in a shipment; 0 unless the order is open. */
  open_lines: z.number(),
  /** Units over all lines that nothing is reserved for. */
  backordered: z.number(),
  /** What the customer still owes: of a cancelled order only what was shipped and kept. */
  amount_due: z.number(),
  /**
   * What we owe the customer: paid beyond the total, or for goods of a cancelled order that never left or came back.
   */
  refund_due: z.number(),
  /** Whether what is in no shipment yet can leave now; null when nothing is left to ship. */
  readiness: z.enum(orderReadiness).nullable(),
  created_at: moment,
  updated_at: moment,
})

export type SalesOrderSummary = z.output<typeof summary>

export const salesOrder = summary.extend({
  /**
   * Whether parts of it are at locations the caller is not limited to. Then they read what concerns theirs and change
   * nothing; all lines are shown, with what is reserved, was shipped and came back at their locations. Amounts and
   * statuses are the whole order's.
   */
  concerns_other_locations: z.boolean(),
  notes: z.string().nullable(),
  /** Ship from there only; null: from wherever the goods are. */
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  /** Where the newest shipment with an address goes; null while there is none. */
  shipping_address: z.string().nullable(),
  paid_amount: z.number(),
  user_id: id,
  user_reference: z.string(),
  version,
  lines: z.array(salesOrderLine),
  /** Newest first. */
  payments: z.array(payment),
  /** Oldest first; of a cancelled order only those that happened. */
  steps: z.array(processingStep),
  /** Oldest first, those that were taken back left out. */
  shipments: z.array(shipmentSummary),
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
    payment_status: z.enum(paymentStatuses).optional(),
    customer_id: id.optional(),
    /** With something left to put into a shipment. */
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
  answers: 'file',
})

const line = {
  product_id: idOr('Please select products for all items'),
  quantity: positiveQuantity('Quantity must be greater than 0'),
  unit_price: money('Unit price cannot be negative').default(0),
}

/** What people type, in the order in which it is checked. */
const fields = {
  /** An earlier customer; without one they are known by name and email. */
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

/** Lines are known by their ids: those that are missing are removed, those without an id are new. */
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
     * Agreed that goods which only the status had shipped come back. Without it such a step is refused
     * (takes_goods_back).
     */
    take_back: z.boolean().default(false),
  }),
  output: salesOrder,
  changes: allChanges,
})
