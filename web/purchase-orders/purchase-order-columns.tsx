import { formatMoney } from '../ui/money.ts'
import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import shared from '../orders/orders.module.css'
import type { Column } from '../kit/columns.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { Money } from '../ui/tabular.tsx'
import { dayText } from '../ui/day-text.ts'
import { OrderPayment, OrderStatus } from './order-badges.tsx'
import classes from './purchase-orders.module.css'

/** The columns of the list of purchase orders. */
export const columns: readonly Column<PurchaseOrderSummary>[] = [
  {
    id: 'order',
    header: 'Order',
    cell: (order) => <Number order={order} />,
    sort: 'created_at',
    directions: ['Oldest first', 'Newest first'],
    descendingFirst: true,
    width: 320,
    narrowWidth: 176,
    wraps: true,
  },
  { id: 'supplier', header: 'Supplier', cell: (order) => order.supplier_name || 'Unknown Supplier', minWidth: 140 },
  {
    id: 'expected',
    header: 'Expected',
    cell: (order) => <Expected order={order} />,
    sort: 'expected_date',
    directions: ['Earliest first', 'Latest first'],
    width: 108,
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount',
    cell: (order) => <Amount order={order} />,
    sort: 'total_amount',
    descendingFirst: true,
    align: 'right',
    width: 124,
  },
  { id: 'status', header: 'Status', cell: (order) => <OrderStatus status={order.status} listed />, width: 156 },
  {
    id: 'payment',
    header: 'Payment',
    cell: (order) => <OrderPayment order={order} headed listed />,
    sort: 'payment_due_date',
    directions: ['Due first', 'Due last'],
    width: 108,
    priority: 1,
  },
]

function Number({ order }: { order: PurchaseOrderSummary }) {
  return (
    <span className={classes['number']}>
      <Link to={recordAddress('purchase_order', order.id)} className={classes['name']}>
        {order.order_number}
      </Link>
      <span className={shared['quiet']}>
        <Moment at={order.created_at} as="dated" />
      </span>
    </span>
  )
}

/** The order's total, and what its over-delivered units cost. */
export function Amount({ order: { total_amount, over_delivered_amount } }: { order: PurchaseOrderSummary }) {
  if (over_delivered_amount === 0) return <Money value={total_amount} />
  return (
    <span>
      <span data-first-line>
        <Money value={total_amount} />
      </span>{' '}
      <span data-second-line className={classes['extra']}>
        + {formatMoney(over_delivered_amount)} extra
      </span>
    </span>
  )
}

/** Marks late orders, because people look for them here. */
export function Expected({ order: { expected_date, is_late: late } }: { order: PurchaseOrderSummary }) {
  if (!expected_date) return '–'
  return (
    <span className={late ? classes['late'] : undefined} title={late ? 'This delivery is late' : undefined}>
      {dayText(expected_date)}
    </span>
  )
}
