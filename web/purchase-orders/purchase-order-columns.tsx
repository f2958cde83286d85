import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import shared from '../orders/orders.module.css'
import type { Column } from '../kit/columns.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { Money } from '../ui/tabular.tsx'
import { dayText, hasPassed } from '../ui/day-text.ts'
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
    cell: (order) => <Money value={order.total_amount} />,
    sort: 'total_amount',
    descendingFirst: true,
    align: 'right',
    width: 108,
  },
  { id: 'status', header: 'Status', cell: (order) => <OrderStatus status={order.status} />, width: 156 },
  {
    id: 'payment',
    header: 'Payment',
    cell: (order) => <OrderPayment order={order} headed />,
    width: 108,
    priority: 1,
  },
]

function Number({ order }: { order: PurchaseOrderSummary }) {
  return (
    <span className={classes['number']}>
      <Link to={`/purchase-orders/${order.id}`} className={classes['name']}>
        {order.order_number}
      </Link>
      <span className={shared['quiet']}>
        <Moment at={order.created_at} as="dated" />
      </span>
    </span>
  )
}

/** Marks days that have passed, because people look for late orders here. */
export function Expected({ order: { expected_date, status } }: { order: PurchaseOrderSummary }) {
  if (!expected_date) return '–'
  const late = isOpen(status) && hasPassed(expected_date)
  return (
    <span className={late ? classes['late'] : undefined} title={late ? 'This delivery is late' : undefined}>
      {dayText(expected_date)}
    </span>
  )
}
