import type { RecentOrder } from '../../contract/dashboard.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { OrderStatus } from '../purchase-orders/order-badges.tsx'
import { SalesStatus } from '../sales-orders/sales-badges.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Money } from '../ui/tabular.tsx'
import { Aged } from './aged.tsx'
import classes from './dashboard.module.css'

/** The newest orders of both kinds. */
export function RecentOrders({ orders }: { orders: readonly RecentOrder[] }) {
  return (
    <Card title="Recent Orders" flush>
      {orders.length === 0 ? (
        <EmptyState title="No recent orders." compact />
      ) : (
        <ul className={classes['list']}>
          {orders.map((order) => (
            <li key={order.id}>
              <Link to={recordAddress(order.kind, order.id)} className={classes['row']}>
                <span className={classes['text']}>
                  <span className={classes['name']}>{order.order_number}</span>
                  <Aged text={order.name} at={order.created_at} dated />
                </span>
                <span className={classes['worth']}>
                  <Money value={order.total_amount} />
                  <span>
                    {order.kind === 'sales_order' ? (
                      <SalesStatus status={order.status} />
                    ) : (
                      <OrderStatus status={order.status} />
                    )}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
