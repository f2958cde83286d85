import { Button } from '@mantine/core'
import { IconPlus, IconPrinter, IconShoppingCart, IconTruck, IconUser, IconX } from '@tabler/icons-react'
import { readCustomer } from '../../contract/customers.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { listSalesOrders, type SalesOrderSort, type SalesOrderSummary } from '../../contract/sales-orders.ts'
import { salesDocuments, salesDocumentTitles } from '../../contract/sales-documents.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { useRead } from '../kit/api.ts'
import { CustomerCard } from '../customers/customer-card.tsx'
import shared from '../orders/orders.module.css'
import { paymentStatusLabels } from '../orders/payment-badge.tsx'
import type { Column } from '../kit/columns.ts'
import { ListPage } from '../kit/list-page.tsx'
import { RecordCard } from '../kit/record-card.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money } from '../ui/tabular.tsx'
import { salesStatusOptions } from './labels.ts'
import { printSale } from './print-sale.ts'
import { SalesPayment, SalesStatus } from './sales-badges.tsx'
import classes from './sales-orders.module.css'

type Url = Readonly<Record<string, string>>

const columns: readonly Column<SalesOrderSummary>[] = [
  { id: 'order', header: 'Order', cell: ({ order_number }) => order_number, link: true, width: 156 },
  { id: 'customer', header: 'Customer', cell: (order) => <Customer order={order} />, minWidth: 124 },
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
    narrowWidth: 118,
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
    width: 106,
  },
  { id: 'status', header: 'Status', cell: (order) => <Status order={order} />, width: 238 },
  {
    id: 'payment',
    header: 'Payment',
    cell: (order) => <SalesPayment order={order} headed />,
    width: 120,
    priority: 1,
  },
]

const isId = (value: string) => /^[0-9a-f-]{36}$/.test(value)

/** The customer that an order's link filtered the list by, with a link to all orders. */
const customerFilter = {
  key: 'customer',
  accepts: isId,
  control: (value: string, onChange: (next: string) => void) =>
    value ? <OfCustomer id={value} onClear={() => onChange('')} /> : null,
}

const filters = [
  { key: 'status', label: 'Status', all: 'All Statuses', options: salesStatusOptions },
  {
    key: 'payment',
    label: 'Payment',
    all: 'All Payments',
    options: (['pending', 'partial', 'paid'] as const).map((value) => ({ value, label: paymentStatusLabels[value] })),
  },
  customerFilter,
]

/** Sales orders with their progress. */
export function SalesOrdersPage() {
  const go = useGo()
  const [{ customer }] = useUrlState({ customer: '' })
  const mayOrder = useMay('orders.write') === true
  const mayShip = useMay('shipping.write') === true
  const create = mayOrder && (
    <Button component={Link} to="/sales-orders/new" leftSection={<IconPlus size={16} stroke={2} />}>
      New Order
    </Button>
  )
  const actionsOf = ({ id, open_lines }: SalesOrderSummary): readonly RowAction[] => [
    ...(mayShip && open_lines > 0
      ? [{ label: 'Ship', icon: IconTruck, quick: true, onClick: () => go(`/shipping?order=${id}`) }]
      : []),
    ...salesDocuments.map((document) => ({
      label: salesDocumentTitles[document],
      icon: IconPrinter,
      onClick: () => void printSale({ id }, document),
    })),
  ]
  return (
    <ListPage
      title="Sales Orders"
      subtitle="Customer orders and their status"
      primary={create}
      {...(isId(customer) ? { above: <CustomerCard id={customer} /> } : {})}
      endpoint={listSalesOrders}
      input={(url: Url) => ({
        search: url['q'] || undefined,
        status: (url['status'] || undefined) as SalesOrderStatus | undefined,
        payment_status: (url['payment'] || undefined) as 'paid' | undefined,
        customer_id: url['customer'] || undefined,
        sort: (url['sort'] || undefined) as SalesOrderSort | undefined,
      })}
      rowKey={({ id }) => id}
      rowName={({ order_number }) => order_number}
      rowHref={({ id }) => `/sales-orders/${id}`}
      rowActions={actionsOf}
      columns={columns}
      sort="-order_date"
      card={(order) => <OrderCard order={order} />}
      searchPlaceholder="Order number, customer, email or phone"
      filters={filters}
      empty={{
        icon: IconShoppingCart,
        title: 'No sales orders found.',
        text: 'Create an order. Available stock is reserved immediately.',
        action: create,
      }}
      failed="Failed to load sales orders"
    />
  )
}

function Customer({ order: { customer_name } }: { order: SalesOrderSummary }) {
  return <span title={customer_name}>{customer_name}</span>
}

/** Backorders are shown beside the status, because they need attention. */
function Status({ order: { status, backordered } }: { order: SalesOrderSummary }) {
  return (
    <span className={classes['status']}>
      <SalesStatus status={status} />
      {backordered > 0 && (
        <StatusBadge tone="amber" dot={false}>
          {formatQuantity(backordered)} backordered
        </StatusBadge>
      )}
    </span>
  )
}

function OfCustomer({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useRead(readCustomer, { id })
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconUser size={15} stroke={1.7} />}
      rightSection={<IconX size={14} stroke={2} />}
      aria-label={`Of ${data?.name ?? 'one customer'}: show all orders`}
      onClick={onClear}
    >
      <span className={classes['chip']}>{data?.name ?? '…'}</span>
    </Button>
  )
}

function OrderCard({ order }: { order: SalesOrderSummary }) {
  return (
    <RecordCard
      to={`/sales-orders/${order.id}`}
      title={order.order_number}
      text={order.customer_name}
      badge={<SalesStatus status={order.status} />}
    >
      <div className={shared['facts']}>
        <Money value={order.total_amount} />
        <SalesPayment order={order} />
        {order.backordered > 0 && (
          <StatusBadge tone="amber" dot={false}>
            {formatQuantity(order.backordered)} backordered
          </StatusBadge>
        )}
        <span className={shared['quiet']}>
          <Moment at={order.order_date} as="dated" />
        </span>
      </div>
    </RecordCard>
  )
}
