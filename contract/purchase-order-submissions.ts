import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, requiredList, version } from './fields.ts'
import { limits } from './limits.ts'
import { formatQuantity } from './quantity.ts'

const most = formatQuantity(limits.rowsSelected)

export const tooManyToSubmit = `These orders have more than ${formatQuantity(limits.linesSubmittedAtOnce)} items. Submit fewer at once.`

const seenOrder = z.strictObject({
  id,
  /** The version that the caller saw: refused with `conflict` if the order has another. */
  version,
})

const seenOrders = requiredList(seenOrder, 'Choose at least one order')
  .max(limits.rowsSelected, `At most ${most} orders can be changed at once`)
  .refine((orders) => new Set(orders.map((one) => one.id)).size === orders.length, 'Name each order only once')

const order_ids = requiredList(id, 'Choose at least one order')
  .max(limits.rowsSelected, `At most ${most} orders can be checked at once`)
  .refine((ids) => new Set(ids).size === ids.length, 'Name each order only once')

/** What submitting one of several orders would do. */
const checkedOrder = z.object({
  id,
  /** Null if it no longer exists. */
  order_number: z.string().nullable(),
  /** What `submit_purchase_orders` takes; null if it no longer exists. */
  version: version.nullable(),
  total_amount: z.number(),
  /** Why submitting it is refused; null if it can be submitted. */
  refusal: z
    .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
    .nullable(),
})

export type CheckedOrder = z.output<typeof checkedOrder>

export const checkPurchaseOrderSubmissions = query({
  name: 'check_purchase_order_submissions',
  summary:
    'Returns which of several purchase orders could be submitted now, and why the others can’t. Nothing is changed or locked',
  method: 'POST',
  path: '/purchase-orders/submission-checks',
  permission: 'orders.write',
  input: z.strictObject({
    /** Each order once; at most 1,000. */
    order_ids,
  }),
  output: z.object({
    /** In the order of the request. */
    orders: z.array(checkedOrder),
  }),
})

export const submitPurchaseOrders = command({
  name: 'submit_purchase_orders',
  summary:
    'Submit Order for several drafts that are paid or have payment terms, all or none of them: they become ordered and their units incoming',
  method: 'POST',
  path: '/purchase-orders/submissions',
  permission: 'orders.write',
  input: z.strictObject({
    /** Each order once; at most 1,000, with at most 5,000 items together. */
    orders: seenOrders,
  }),
  /** The orders with their new versions. */
  output: z.object({ orders: z.array(z.object({ id, version })) }),
  changes: ['purchase-orders', 'stock'],
})

export const reopenPurchaseOrders = command({
  name: 'reopen_purchase_orders',
  summary: 'Returns several ordered orders to draft, all or none, if nothing of them has been received',
  method: 'POST',
  path: '/purchase-orders/reopenings',
  permission: 'orders.write',
  input: z.strictObject({
    /** Each order once; at most 1,000, with at most 5,000 items together. */
    orders: seenOrders,
  }),
  /** The orders with their new versions. */
  output: z.object({ orders: z.array(z.object({ id, version })) }),
  changes: ['purchase-orders', 'stock'],
})
