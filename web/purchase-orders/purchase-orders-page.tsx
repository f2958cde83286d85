import { Button } from '@mantine/core'
import { IconFileInvoice, IconPackageImport, IconPlus } from '@tabler/icons-react'
import { listPurchaseOrders, type PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import shared from '../orders/orders.module.css'
import type { Column } from '../kit/columns.ts'
import { ListPage } from '../kit/list-page.tsx'
import { RecordCard } from '../kit/record-card.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { Money } from '../ui/tabular.tsx'
import { dayText, hasPassed } from '../ui/time-text.ts'
import { orderStatusLabels } from './labels.ts'
import { OrderPayment, OrderStatus } from './order-badges.tsx'
import classes from './purchase-orders.module.css'

type Url = Readonly<Record<string, string>>

const columns: readonly Column<PurchaseOrderSummary>[] = [
  {
    id: 'order',
    header: 'Order',
    cell: (order) => <Number order={order} />,
    sort: 'created_at',
    directions: ['Oldest first', 'Newest first'],
    descendingFirst: true,
    width: 320,
    narrowWidth: 194,
    wraps: true,
  },
  { id: 'supplier', header: 'Supplier', cell: (order) => order.supplier_name || 'Unknown Supplier', minWidth: 140 },
  {
    id: 'expected',
    header: 'Expected',
    cell: (order) => <Expected order={order} />,
    sort: 'expected_date',
    directions: ['Earliest first', 'Latest first'],
    width: 116,
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
    width: 116,
    priority: 1,
  },
]

const filters = [
  {
    key: 'status',
    label: 'Status',
    all: 'All Statuses',
    options: Object.entries(orderStatusLabels).map(([value, label]) => ({ value, label })),
  },
]

/** Purchase orders with their supplier and progress. */
export function PurchaseOrdersPage() {
  const go = useGo()
  const mayOrder = useMay('orders.write') === true
  const mayReceive = useMay('receiving.write') === true
  const create = mayOrder && (
    <Button component={Link} to="/purchase-orders/new" leftSection={<IconPlus size={16} stroke={2} />}>
      Create Purchase Order
    </Button>
  )
  const actionsOf = ({ id, open_lines }: PurchaseOrderSummary): readonly RowAction[] =>
    open_lines > 0
      ? [{ label: 'Receive', icon: IconPackageImport, quick: true, onClick: () => go(`/receiving?order=${id}`) }]
      : []
  return (
    <ListPage
      title="Purchase Orders"
      subtitle="Orders to suppliers and their status"
      primary={create}
      endpoint={listPurchaseOrders}
      input={(url: Url) => ({
        search: url['q'] || undefined,
        status: (url['status'] || undefined) as PurchaseOrderSummary['status'] | undefined,
        sort: (url['sort'] || undefined) as '-created_at' | undefined,
      })}
      rowKey={({ id }) => id}
      rowName={({ order_number }) => order_number}
      rowHref={({ id }) => `/purchase-orders/${id}`}
      {...(mayReceive ? { rowActions: actionsOf } : {})}
      columns={columns}
      sort="-created_at"
      card={(order) => <OrderCard order={order} />}
      searchPlaceholder="Order number or supplier"
      filters={filters}
      empty={{
        icon: IconFileInvoice,
        title: 'No purchase orders found.',
        text: 'Create your first purchase order to get started.',
        action: create,
      }}
      failed="Failed to load purchase orders"
    />
  )
}

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
function Expected({ order: { expected_date, status } }: { order: PurchaseOrderSummary }) {
  if (!expected_date) return '–'
  const late = isOpen(status) && hasPassed(expected_date)
  return (
    <span className={late ? classes['late'] : undefined} title={late ? 'This delivery is late' : undefined}>
      {dayText(expected_date)}
    </span>
  )
}

function OrderCard({ order }: { order: PurchaseOrderSummary }) {
  const isExpected = order.expected_date && (order.status === 'draft' || isOpen(order.status))
  return (
    <RecordCard
      to={`/purchase-orders/${order.id}`}
      title={order.order_number}
      text={
        <>
          <div>{order.supplier_name || 'Unknown Supplier'}</div>
          <Moment at={order.created_at} as="dated" />
        </>
      }
      badge={<OrderStatus status={order.status} />}
    >
      <div className={shared['facts']}>
        <Money value={order.total_amount} />
        <OrderPayment order={order} />
        {isExpected && (
          <span className={shared['quiet']}>
            due <Expected order={order} />
          </span>
        )}
      </div>
    </RecordCard>
  )
}
