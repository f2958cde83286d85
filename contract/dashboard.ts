import { z } from 'zod'
import { purchaseOrderStatuses } from './purchase-order-actions.ts'
import { query } from './endpoint.ts'
import { id, moment } from './fields.ts'
import { salesOrderStatuses } from './sales-order-statuses.ts'
import { shipmentCounts } from './shipments.ts'
import { documentLink } from './transactions.ts'
import { transactionTypes } from './transaction-types.ts'

/** A product that is low, with its stock and minimum; sorted by their ratio. */
const lowProduct = z.object({
  id,
  name: z.string(),
  sku: z.string(),
  image: z.string().nullable(),
  on_hand: z.number(),
  minimum: z.number(),
  /** Sent from one of the company’s locations to another, and not received yet. */
  in_transit: z.number(),
  /** Ordered from suppliers, and not received yet. */
  incoming: z.number(),
})

const recentTransaction = z.object({
  id: z.string(),
  type: z.enum(transactionTypes),
  product_id: id.nullable(),
  product_name: z.string().nullable(),
  product_sku: z.string().nullable(),
  quantity: z.number(),
  on_hand_change: z.number(),
  held_change: z.number(),
  date: moment,
})

export const activityKinds = ['added', 'updated', 'deleted', 'modified', 'imported', 'import_undone', 'stock'] as const

/** One step of a user: on records (audit trail), on stock (a posting of the ledger), or an import. */
const activity = z.object({
  id: z.string(),
  kind: z.enum(activityKinds),
  /** The table of the changed records; `imports` and `stock` for the others. */
  table_name: z.string(),
  /** How many records one step changed in the same way; how many products an import or a posting concerned. */
  records: z.number(),
  /** Of the newest of these records; the file of an import; the product of a posting with only one. */
  name: z.string().nullable(),
  /**
   * What an update changed: the names of the fields; for a status, a role or a switch (`on`, `off`) also its new value.
   */
  fields: z.array(z.object({ name: z.string(), to: z.string().nullable() })),
  /** A posting's type in the history; otherwise null. */
  type: z.enum(transactionTypes).nullable(),
  /** The signed change of on hand by a posting or an import; the units a transfer moved; otherwise null. */
  units: z.number().nullable(),
  /** A posting's signed change of stock on hold; otherwise null. */
  held: z.number().nullable(),
  /** Where a transfer went. */
  to_location_name: z.string().nullable(),
  /** The document that moved the stock. */
  document: documentLink.nullable(),
  /** The record, or the product of a posting; null if there are several, or it was deleted. */
  record_id: id.nullable(),
  created_at: moment,
})
export type Activity = z.output<typeof activity>

/** Orders by status; `total` counts all of them, including those in no other figure. */
const purchaseOrderCounts = z.object({
  total: z.number(),
  draft: z.number(),
  ordered: z.number(),
  partial: z.number(),
  received: z.number(),
  cancelled: z.number(),
})

/** Purchase orders on account that are still owed and due within `limits.paymentDueSoonDays`, or already overdue. */
const supplierPayments = z.object({ due: z.number(), overdue: z.number() })

/** Lines of orders that were placed and not cancelled, by their received quantity. */
const receivingCounts = z.object({
  total: z.number(),
  pending: z.number(),
  partial: z.number(),
  completed: z.number(),
  /**
   * What can be received now: lines of ordered and partially received orders with something remaining, and their
   * suppliers.
   */
  to_receive: z.number(),
  orders: z.number(),
  suppliers: z.number(),
  /** Of these orders: expected before today, in the organization's time zone. */
  late: z.number(),
})

const salesOrderCounts = z.object({
  total: z.number(),
  pending: z.number(),
  processing: z.number(),
  shipped: z.number(),
  delivered: z.number(),
  cancelled: z.number(),
  /** Open orders with units in no shipment that can leave now. */
  to_ship: z.number(),
  /** Of these: only a part can. */
  partly_ready: z.number(),
  /** Open orders with units in no shipment, none of which can leave: they wait for stock. */
  waiting: z.number(),
})

const recentFields = {
  id,
  order_number: z.string(),
  /** The supplier or customer. */
  name: z.string(),
  created_at: moment,
  total_amount: z.number(),
}

/** An order on the dashboard, of either kind. */
const recentOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('purchase_order'), ...recentFields, status: z.enum(purchaseOrderStatuses) }),
  z.object({ kind: z.literal('sales_order'), ...recentFields, status: z.enum(salesOrderStatuses) }),
])
export type RecentOrder = z.output<typeof recentOrder>

export const dashboard = z.object({
  /** Figures over all products that aren't archived. */
  products: z.number(),
  categories: z.number(),
  /** Null if it is too large to be exact (more than 15 digits), like `value_at_price`. */
  units: z.number().nullable(),
  /** False if one of several products is measured in decimals, such as kilograms: `units` adds different measures. */
  units_have_sum: z.boolean(),
  /**
   * Units of the products that are counted in whole units. Null, like `decimal_products`, if over 1,000 are not, or if
   * it is too large to be exact.
   */
  whole_units: z.number().nullable(),
  /** How many products in stock are measured in decimals. */
  decimal_products: z.number().nullable(),
  value_at_price: z.number().nullable(),
  low: z.number(),
  out: z.number(),
  /** Up to five, as the spec counts them. */
  recent_transaction_count: z.number(),
  category_breakdown: z.array(
    z.object({ id: id.nullable(), name: z.string(), color: z.string(), products: z.number() }),
  ),
  low_stock: z.array(lowProduct),
  sales_orders: salesOrderCounts,
  purchase_orders: purchaseOrderCounts,
  supplier_payments: supplierPayments,
  receiving: receivingCounts,
  shipping: shipmentCounts,
  /** The three newest of each kind together, newest first. */
  recent_orders: z.array(recentOrder),
  recent_transactions: z.array(recentTransaction),
})
export type Dashboard = z.output<typeof dashboard>

export const readDashboard = query({
  name: 'read_dashboard',
  summary:
    'Returns the dashboard figures: totals, low stock, products per category, and the latest orders and transactions',
  path: '/dashboard',
  permission: 'stock.read',
  input: z.strictObject({}),
  output: dashboard,
})

/** A separate request: it reads the audit trail, and the dashboard is useful without it. */
export const readRecentActivity = query({
  name: 'read_recent_activity',
  summary: 'Lists the latest changes people made to records and stock, one line per step',
  path: '/dashboard/activity',
  permission: 'stock.read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(activity) }),
})
