import { formatMoney } from '../ui/money.ts'
import { Card } from '../ui/card.tsx'
import { sumsOf } from './order-line.ts'
import { OrderLines, type OrderLinesProps } from './order-lines.tsx'
import classes from './orders.module.css'

type OrderItemsProps = OrderLinesProps & {
  /** Other items of the order are for locations that the reader can't see. */
  isPart?: boolean
}

/** The items of an order in their card, with their count and total. */
export function OrderItems({ isPart = false, ...props }: OrderItemsProps) {
  const { lines, readOnly } = props
  const { count, total } = sumsOf(lines)
  return (
    <Card title="Order Items" note={lines.length > 0 ? String(count) : undefined} flush>
      <OrderLines {...props} />
      {lines.length > 0 && (
        <p className={classes['total']} data-room={!readOnly || undefined}>
          <span>{isPart ? 'Total of these items' : 'Total'}</span>
          <strong>{formatMoney(total)}</strong>
        </p>
      )}
    </Card>
  )
}
