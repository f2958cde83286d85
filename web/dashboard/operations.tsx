import type { Dashboard } from '../../contract/dashboard.ts'
import { orderStatusLabels } from '../purchase-orders/labels.ts'
import { shipmentStatusLabels } from '../shipments/labels.ts'
import classes from './dashboard.module.css'
import { type StatusCount, StatusCounts } from './status-counts.tsx'

type OperationsProps = Pick<Dashboard, 'sales_orders' | 'purchase_orders' | 'shipping' | 'receiving'>

/**
 * The spec's section of status counts: orders and their progress. Statuses that the spec doesn't name are shown while
 * they have records, so that the counts always match the total.
 */
export function Operations({ sales_orders, purchase_orders, shipping, receiving }: OperationsProps) {
  const sales = (status: string) => `/sales-orders?status=${status}`
  const shipments = (status: string) => `/shipping?status=${status}`
  const orders = (status: string) => `/purchase-orders?status=${status}`
  return (
    <section aria-labelledby="operations">
      <h2 id="operations" className={classes['section']}>
        Orders & Operations
      </h2>
      <div className={classes['operations']}>
        <StatusCounts
          title="Sales orders"
          to="/sales-orders"
          total={sales_orders.total}
          counts={[
            { label: 'Pending', count: sales_orders.pending, tone: 'amber', to: sales('pending') },
            { label: 'Processing', count: sales_orders.processing, tone: 'brand', to: sales('processing') },
            { label: 'Shipped', count: sales_orders.shipped, tone: 'green', to: sales('shipped') },
            ...unlessNone({ label: 'Delivered', count: sales_orders.delivered, tone: 'green', to: sales('delivered') }),
            ...unlessNone({ label: 'Cancelled', count: sales_orders.cancelled, tone: 'red', to: sales('cancelled') }),
          ]}
        />
        <StatusCounts
          title="Purchase orders"
          to="/purchase-orders"
          total={purchase_orders.total}
          counts={[
            { label: 'Draft', count: purchase_orders.draft, tone: 'gray', to: orders('draft') },
            { label: 'Ordered', count: purchase_orders.ordered, tone: 'brand', to: orders('ordered') },
            { label: orderStatusLabels.partial, count: purchase_orders.partial, tone: 'amber', to: orders('partial') },
            { label: 'Received', count: purchase_orders.received, tone: 'green', to: orders('received') },
            ...unlessNone({
              label: 'Cancelled',
              count: purchase_orders.cancelled,
              tone: 'red',
              to: orders('cancelled'),
            }),
          ]}
        />
        <StatusCounts
          title="Shipping"
          to="/shipping"
          total={shipping.total}
          counts={[
            { label: 'Pending', count: shipping.pending, tone: 'amber', to: shipments('pending') },
            {
              label: shipmentStatusLabels.in_transit,
              count: shipping.in_transit,
              tone: 'brand',
              to: shipments('in_transit'),
            },
            { label: 'Delivered', count: shipping.delivered, tone: 'green', to: shipments('delivered') },
            ...unlessNone({ label: 'Failed', count: shipping.failed, tone: 'red', to: shipments('failed') }),
          ]}
        />
        <StatusCounts
          title="Receiving"
          to="/receiving"
          total={receiving.total}
          counts={[
            { label: 'Pending', count: receiving.pending, tone: 'amber', to: '/receiving' },
            { label: 'Partial', count: receiving.partial, tone: 'brand', to: '/receiving' },
            { label: 'Completed', count: receiving.completed, tone: 'green', to: '/receiving' },
          ]}
        />
      </div>
    </section>
  )
}

const unlessNone = (count: StatusCount): readonly StatusCount[] => (count.count > 0 ? [count] : [])
