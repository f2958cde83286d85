import { formatQuantity } from '../../contract/quantity.ts'
import type { SalesOrderSummary } from '../../contract/sales-orders.ts'
import type { Column } from '../kit/columns.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money } from '../ui/tabular.tsx'
import { dateText } from '../ui/time-text.ts'
import { SalesPayment, SalesStatus } from './sales-badges.tsx'
import classes from './sales-orders.module.css'

/** The columns of the list of sales orders. */
export const columns: readonly Column<SalesOrderSummary>[] = [
  {
    id: 'order',
    header: 'Order',
    cell: (order) => <OrderNumber order={order} />,
    link: true,
    width: 156,
    narrowWidth: 128,
  },
  { id: 'customer', header: 'Customer', cell: (order) => <Customer order={order} />, minWidth: 116, wraps: true },
  {
    id: 'date',
    header: 'Date',
    cell: ({ order_date }) => (
      <span className={classes['date']}>
        <Moment at={order_date} as="dated" />
      </span>
    ),
    sort: 'order_date',
    directions: ['Oldest first', 'Newest first'],
    descendingFirst: true,
    width: 200,
    narrowWidth: 116,
    wraps: true,
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ total_amount }) => <Money value={total_amount} />,
    sort: 'total_amount',
    descendingFirst: true,
    align: 'right',
    // Amounts of nine digits fit: a number must never be cut off. In a narrow table, long ones widen the column.
    width: 148,
    narrowWidth: 112,
  },
  { id: 'status', header: 'Status', cell: (order) => <Status order={order} />, width: 226, narrowWidth: 156 },
  {
    id: 'payment',
    header: 'Payment',
    cell: (order) => <SalesPayment order={order} headed listed />,
    width: 120,
    narrowWidth: 104,
    priority: 1,
  },
]

/** Its number, and its date if the table has no room for a column of dates. */
function OrderNumber({ order: { order_number, order_date } }: { order: SalesOrderSummary }) {
  return (
    <>
      <span>{order_number}</span>
      <span className={classes['day']}>{dateText(order_date)}</span>
    </>
  )
}

function Customer({ order: { customer_name } }: { order: SalesOrderSummary }) {
  return <span title={customer_name}>{customer_name}</span>
}

/** Backorders are shown beside the status, because they need attention. */
function Status({ order: { status, backordered } }: { order: SalesOrderSummary }) {
  return (
    <span className={classes['status']}>
      <SalesStatus status={status} listed />
      {backordered > 0 && (
        <StatusBadge tone="amber" dot={false}>
          {formatQuantity(backordered)} backordered
        </StatusBadge>
      )}
    </span>
  )
}
