import { Button } from '@mantine/core'
import { IconFileInvoice, IconPackageImport, IconPencil, IconPlus, IconPrinter } from '@tabler/icons-react'
import { listPurchaseOrders, type PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { editable } from '../../contract/purchase-order-actions.ts'
import type { PurchasePaymentFilter } from '../../contract/purchase-payments.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { OwnFilter } from '../kit/filter-chip.tsx'
import { isId } from '../kit/list-address.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { purchasePaymentFilter, statusFilter, statusInput } from '../orders/list-filters.ts'
import { SupplierChip } from '../suppliers/supplier-chip.tsx'
import { Link } from '../ui/link.tsx'
import { orderStatusLabels } from './labels.ts'
import { printOrder } from './print-order.ts'
import { PurchaseOrderCard } from './purchase-order-card.tsx'
import { columns } from './purchase-order-columns.tsx'
import { SelectedPurchaseOrders } from './selected-purchase-orders.tsx'

type Url = Readonly<Record<string, string>>

const supplierFilter: OwnFilter = {
  key: 'supplier',
  accepts: isId,
  control: (value, onChange) => <SupplierChip value={value} onChange={onChange} />,
}

const filters = [supplierFilter, statusFilter(orderStatusLabels), purchasePaymentFilter]

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
  const actionsOf = ({
    id,
    status,
    open_lines,
    concerns_other_locations,
  }: PurchaseOrderSummary): readonly RowAction[] => [
    ...(mayReceive && open_lines > 0
      ? [{ label: 'Receive', icon: IconPackageImport, quick: true, onClick: () => go(`/receiving?order=${id}`) }]
      : []),
    ...(mayOrder && editable[status] !== 'notes' && !concerns_other_locations
      ? [
          {
            label: 'Edit',
            icon: IconPencil,
            shortcut: 'e' as const,
            onClick: () => go(`${recordAddress('purchase_order', id)}?edit=1`),
          },
        ]
      : []),
    { label: 'Print', icon: IconPrinter, onClick: () => void printOrder(id) },
  ]
  return (
    <ListPage
      title="Purchase Orders"
      subtitle="Orders to suppliers and their status"
      primary={create}
      actions={
        mayOrder && (
          <Button component={Link} to="/purchase-orders/reorder" variant="default" visibleFrom="sm">
            Reorder
          </Button>
        )
      }
      endpoint={listPurchaseOrders}
      input={(url: Url) => ({
        search: url['q'] || undefined,
        supplier_id: url['supplier'] || undefined,
        ...statusInput<PurchaseOrderSummary['status']>(url['status']),
        payment_status: (url['payment'] || undefined) as PurchasePaymentFilter | undefined,
        sort: (url['sort'] || undefined) as '-created_at' | undefined,
      })}
      rowKey={({ id }) => id}
      rowName={({ order_number }) => order_number}
      rowHref={({ id }) => recordAddress('purchase_order', id)}
      rowActions={actionsOf}
      bulkActions={selectedOrders}
      columns={columns}
      sort="-created_at"
      card={(order) => <PurchaseOrderCard order={order} actions={actionsOf(order)} />}
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

const selectedOrders = (orders: readonly PurchaseOrderSummary[], _listed: unknown, clear: () => void) => (
  <SelectedPurchaseOrders orders={orders} onSubmitted={clear} />
)
