import { formatQuantity } from '../../contract/quantity.ts'
import { limits } from '../../contract/limits.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import classes from './open-orders.module.css'

/** The sales orders that wait for a product, in the order in which they are filled; nothing if there are none. */
export function WaitingOrders({ stock }: { stock: ProductStock | undefined }) {
  const orders = stock?.waiting_orders ?? []
  if (orders.length === 0) return null
  const count = `${orders.length}${orders.length === limits.waitingOrdersShown ? '+' : ''}`
  return (
    <Card flush title="Orders Waiting for Stock" note={count}>
      <ul className={classes['list']} aria-label="Orders waiting for stock">
        {orders.map(({ sales_order_id, order_number, customer_name, reserved, backordered }) => (
          <li key={sales_order_id}>
            <Link to={recordAddress('sales_order', sales_order_id)} className={classes['number']}>
              {order_number}
            </Link>
            {backordered > 0 ? (
              <span className={classes['quantity']} data-short>
                <strong>{formatQuantity(backordered)}</strong> backordered
              </span>
            ) : (
              <span className={classes['quantity']}>
                <strong>{formatQuantity(reserved)}</strong> reserved
              </span>
            )}
            <span className={classes['name']} title={customer_name}>
              {customer_name}
            </span>
            {backordered > 0 && <span className={classes['aside']}>{formatQuantity(reserved)} reserved</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
