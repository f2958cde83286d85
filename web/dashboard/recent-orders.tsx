import type { RecentOrder } from '../../contract/dashboard.ts'
import { formatMoney } from '../../contract/money.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { OrderStatus } from '../purchase-orders/order-badges.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './dashboard.module.css'

/** The newest orders; a kind stands here when its screen works. */
export function RecentOrders({ orders: all }: { orders: readonly RecentOrder[] }) {
  const orders = all.filter((order) => order.kind === 'purchase_order')
  return (
    <Card title="Recent Orders" flush>
      {orders.length === 0 ? (
        <EmptyState title="No recent orders." compact />
      ) : (
        <ul className={classes['list']}>
          {orders.map(({ id, order_number, name, created_at, total_amount, status }) => (
            <li key={id}>
              <Link to={`/purchase-orders/${id}`} className={classes['row']}>
                <span className={classes['text']}>
                  <span className={classes['name']}>{order_number}</span>
                  <span className={classes['quiet']}>
                    {name} · <Moment at={created_at} />
                  </span>
                </span>
                <span>{formatMoney(total_amount)}</span>
                <OrderStatus status={status} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
