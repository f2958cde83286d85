import { formatQuantity } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { units } from '../stock/labels.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { dayText, hasPassed } from '../ui/time-text.ts'
import classes from './expected-deliveries.module.css'

/** When purchase orders bring more of a product; nothing where none does. */
export function ExpectedDeliveries({ stock }: { stock: ProductStock | undefined }) {
  const deliveries = stock?.deliveries ?? []
  if (deliveries.length === 0) return null
  return (
    <Card flush title="Expected deliveries">
      <ul className={classes['list']} aria-label="Expected deliveries">
        {deliveries.map(({ purchase_order_id, order_number, supplier_name, expected_date, quantity }) => (
          <li key={purchase_order_id}>
            <span className={classes['order']}>
              <Link to={`/purchase-orders/${purchase_order_id}`}>{order_number}</Link>
              <span className={classes['supplier']}>{supplier_name}</span>
            </span>
            <span className={classes['quantity']}>{units(quantity, formatQuantity(quantity))}</span>
            <Day day={expected_date} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Day({ day }: { day: string | null }) {
  if (day === null) return <span className={classes['none']}>No date yet</span>
  const isLate = hasPassed(day)
  return (
    <time className={classes['day']} dateTime={day} data-late={isLate || undefined}>
      {dayText(day)}
      {isLate && ', late'}
    </time>
  )
}
