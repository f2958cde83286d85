import { counted } from '../../contract/counted-nouns.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { formatQuantity, haveSum, roundTo } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Link } from '../ui/link.tsx'
import { expectedText } from '../ui/day-text.ts'
import classes from './receiving.module.css'

/** The order's received quantity, this receipt's quantity, and the order's notes. */
export function ReceiptProgress({ order, typed }: { order: PurchaseOrder; typed: number }) {
  const isSum = haveSum(order.lines)
  const total = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  const here = order.lines.reduce((sum, line) => sum + line.received_quantity, 0)
  const complete = order.lines.filter(({ quantity, received_quantity }) => received_quantity >= quantity).length
  const share = (part: number) => `${Math.min(100, (100 * part) / total)}%`
  return (
    <div className={classes['brief']}>
      <div className={classes['progress']}>
        <div className={classes['bar']} aria-hidden>
          <span className={classes['coming']} style={{ width: share(here + typed) }} />
          <span className={classes['here']} style={{ width: share(here) }} />
        </div>
        <span>
          {isSum
            ? `${formatQuantity(roundTo(here, 4))} of ${counted(roundTo(total, 4), 'unit')} received`
            : `${complete} of ${counted(order.lines.length, 'item')} received`}
        </span>
      </div>
      <p className={classes['quiet']}>
        <Link to={recordAddress('purchase_order', order.id)}>Open order</Link>
        {order.expected_date && ` · expected ${expectedText(order.expected_date, order.is_late)}`}
        {order.notes && ` · ${order.notes}`}
      </p>
    </div>
  )
}
