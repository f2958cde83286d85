import { z } from 'zod'
import { command } from './endpoint.ts'
import { id, requiredList, version } from './fields.ts'
import { limits } from './limits.ts'
import { formatQuantity } from './quantity.ts'

const delivered = z.strictObject({
  id,
  /** The version that the caller saw: refused with `conflict` if the order has another. */
  version,
})

export const tooManyDeliveries = `At most ${formatQuantity(limits.rowsSelected)} orders can be marked as delivered at once`

export const deliverSalesOrders = command({
  name: 'deliver_sales_orders',
  summary:
    'Marks several shipped orders as delivered, with their shipments in transit, all or none of them. No stock moves',
  method: 'POST',
  path: '/sales-orders/deliveries',
  permission: 'orders.write',
  input: z.strictObject({
    /** Each order once; at most 1,000. */
    orders: requiredList(delivered, 'Choose at least one order')
      .max(limits.rowsSelected, tooManyDeliveries)
      .refine((orders) => new Set(orders.map((one) => one.id)).size === orders.length, 'Name each order only once'),
  }),
  /** The orders with their new versions. */
  output: z.object({ orders: z.array(z.object({ id, version })) }),
  changes: ['sales-orders', 'shipments'],
})
