import type { Dashboard } from '../../contract/dashboard.ts'
import classes from './dashboard.module.css'
import { StatusCounts } from './status-counts.tsx'

/** The spec's section of status counts: what was ordered, and how far its goods have come. */
export function Operations({ purchase_orders, receiving }: Pick<Dashboard, 'purchase_orders' | 'receiving'>) {
  const orders = (status: string) => `/purchase-orders?status=${status}`
  return (
    <section aria-labelledby="operations">
      <h2 id="operations" className={classes['section']}>
        Orders & Operations
      </h2>
      <div className={classes['operations']}>
        <StatusCounts
          title="Purchase orders"
          to="/purchase-orders"
          total={purchase_orders.total}
          counts={[
            { label: 'Draft', count: purchase_orders.draft, tone: 'grey', to: orders('draft') },
            { label: 'Ordered', count: purchase_orders.ordered, tone: 'brand', to: orders('ordered') },
            { label: 'Partially received', count: purchase_orders.partial, tone: 'amber', to: orders('partial') },
            { label: 'Received', count: purchase_orders.received, tone: 'green', to: orders('received') },
          ]}
        />
        <StatusCounts
          title="Receiving"
          to="/receiving"
          total={receiving.total}
          counts={[
            { label: 'Pending', count: receiving.pending, tone: 'amber', to: '/receiving' },
            { label: 'Partial', count: receiving.partial, tone: 'brand', to: '/receiving' },
            { label: 'Completed', count: receiving.completed, tone: 'green', to: orders('received') },
          ]}
        />
      </div>
    </section>
  )
}
