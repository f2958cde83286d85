import { formatQuantity } from '../../contract/quantity.ts'
import type { SalesOrderSummary } from '../../contract/sales-orders.ts'
import type { Column } from '../kit/columns.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money } from '../ui/tabular.tsx'
import { SalesPayment, SalesStatus } from './sales-badges.tsx'
import classes from './sales-orders.module.css'

/** The columns of the list of sales orders. */
export const columns: readonly Column<SalesOrderSummary>[] = [
  { id: 'order', header: 'Order', cell: ({ order_number }) => order_number, link: true, width: 156, narrowWidth: 136 },
  { id: 'customer', header: 'Customer', cell: (order) => <Customer order={order} />, minWidth: 124, wraps: true },
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
    // Amounts of nine digits fit: a number must never be cut off.
    width: 148,
    narrowWidth: 128,
  },
  { id: 'status', header: 'Status', cell: (order) => <Status order={order} />, width: 226 },
  {
    id: 'payment',
    header: 'Payment',
    cell: (order) => <SalesPayment order={order} headed listed />,
    width: 120,
    narrowWidth: 104,
    priority: 1,
  },
]

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
