import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconPrinter, IconShoppingCart, IconTruck } from '@tabler/icons-react'
import type { SalesPaymentFilter } from '../../contract/sales-order-payments.ts'
import { listSalesOrders, type SalesOrderSort, type SalesOrderSummary } from '../../contract/sales-orders.ts'
import { salesDocuments, salesDocumentTitles } from '../../contract/sales-documents.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { CustomerCard } from '../customers/customer-card.tsx'
import { paymentFilter, statusFilter, statusInput } from '../orders/list-filters.ts'
import { isId } from '../kit/list-address.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { customerFilter } from './customer-filter.tsx'
import { salesStatusLabels } from './labels.ts'
import { printSale } from './print-sale.ts'
import { SalesOrderCard } from './sales-order-card.tsx'
import { columns } from './sales-order-columns.tsx'
import { SelectedSalesOrders } from './selected-sales-orders.tsx'

type Url = Readonly<Record<string, string>>

const filters = [statusFilter(salesStatusLabels), paymentFilter, customerFilter]

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
  const actionsOf = ({ id, open_lines, concerns_other_locations }: SalesOrderSummary): readonly RowAction[] => [
    ...(mayShip && open_lines > 0
      ? [{ label: 'Ship', icon: IconTruck, quick: true, onClick: () => go(`/shipping?order=${id}`) }]
      : []),
    ...(mayOrder && !concerns_other_locations
      ? [
          {
            label: 'Edit',
            icon: IconPencil,
            shortcut: 'e' as const,
            onClick: () => go(`${recordAddress('sales_order', id)}?edit=1`),
          },
        ]
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
        ...statusInput<SalesOrderStatus>(url['status']),
        payment_status: (url['payment'] || undefined) as SalesPaymentFilter | undefined,
        customer_id: url['customer'] || undefined,
        sort: (url['sort'] || undefined) as SalesOrderSort | undefined,
      })}
      rowKey={({ id }) => id}
      rowName={({ order_number }) => order_number}
      rowHref={({ id }) => recordAddress('sales_order', id)}
      rowActions={actionsOf}
      bulkActions={selectedOrders}
      columns={columns}
      sort="-order_date"
      card={(order) => <SalesOrderCard order={order} actions={actionsOf(order)} />}
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

const selectedOrders = (orders: readonly SalesOrderSummary[], _listed: unknown, clear: () => void) => (
  <SelectedSalesOrders orders={orders} onDelivered={clear} />
)
