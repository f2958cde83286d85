import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import type { Product } from '../../contract/products.ts'
import { exactUnits, formatQuantity, quantityOf } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { expectedText } from '../ui/day-text.ts'
import classes from './open-orders.module.css'

type IncomingProps = Readonly<{ product: Product; stock: ProductStock | undefined }>

/** The purchase orders that bring more of a product, when, and whether that is enough for the waiting orders. */
export function Incoming({ product, stock }: IncomingProps) {
  const deliveries = stock?.deliveries ?? []
  if (deliveries.length === 0) return null
  return (
    <Card flush title="Incoming" note={counted(product.stock.incoming, 'unit')}>
      <ul className={classes['list']} aria-label="Incoming">
        {deliveries.map(({ purchase_order_id, order_number, supplier_name, expected_date, is_late, quantity }) => (
          <li key={purchase_order_id}>
            <Link to={recordAddress('purchase_order', purchase_order_id)} className={classes['number']}>
              {order_number}
            </Link>
            <span className={classes['quantity']}>{counted(quantity, 'unit')}</span>
            <span className={classes['name']} title={supplier_name}>
              {supplier_name}
            </span>
            <Day day={expected_date} isLate={is_late} />
          </li>
        ))}
      </ul>
      <Coverage incoming={product.stock.incoming} backordered={product.stock.backordered} />
    </Card>
  )
}

function Day({ day, isLate }: { day: string | null; isLate: boolean }) {
  if (day === null) return <span className={classes['aside']}>No date yet</span>
  return (
    <time className={classes['aside']} dateTime={day} data-late={isLate || undefined}>
      {expectedText(day, isLate)}
    </time>
  )
}

/** Whether incoming stock is enough for the waiting orders; nothing if none waits. */
function Coverage({ incoming, backordered }: { incoming: number; backordered: number }) {
  if (backordered === 0) return null
  const left = exactUnits(incoming) - exactUnits(backordered)
  const isEnough = left >= 0n
  const Icon = isEnough ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={classes['coverage']} data-enough={isEnough || undefined}>
      <Icon size={17} stroke={1.7} aria-hidden />
      {isEnough
        ? `Covers all backorders, ${formatQuantity(quantityOf(left))} left`
        : `${counted(quantityOf(-left), 'unit')} short of the backorders`}
    </p>
  )
}
