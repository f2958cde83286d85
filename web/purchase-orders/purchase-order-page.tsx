import { useParams } from '@tanstack/react-router'
import { type PurchaseOrder, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import { RecordPage } from '../kit/record-page.tsx'
import { useEditing } from '../kit/use-editing.ts'
import { useMay } from '../kit/use-may.ts'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
import { PartyAndDate } from '../orders/party-and-date.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { EditPurchaseOrder } from './edit-purchase-order.tsx'
import { OrderPayment, OrderStatus } from './order-badges.tsx'
import { PurchaseActions, PurchaseNextStep, PurchaseStatusMenu } from './purchase-order-actions.tsx'
import { PurchaseOrderDocument } from './purchase-order-document.tsx'
import { type OrderActions, useOrderActions } from './use-order-actions.tsx'

const list = { label: 'Purchase Orders', to: '/purchase-orders' }

/** One purchase order as a document; `?edit` turns the page into its form. */
export function PurchaseOrderPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readPurchaseOrder, { id })
  const actions = useOrderActions()
  const { editing, edit, close } = useEditing(recordAddress('purchase_order', id))
  const mayOrder = useMay('orders.write')
  const mayEdit = (order: PurchaseOrder) => mayOrder === true && !order.concerns_other_locations
  const isForm = editing && (query.data ? mayEdit(query.data) : mayOrder !== false)
  return (
    <RecordPage
      breadcrumb={
        isForm && query.data
          ? [list, { label: query.data.order_number, to: recordAddress('purchase_order', id) }]
          : [list]
      }
      query={query}
      head={(order) => ({
        title: isForm ? `Edit Purchase Order ${order.order_number}` : order.order_number,
        subtitle: <Under order={order} />,
        badges: (
          <>
            {isForm ? (
              <OrderStatus status={order.status} />
            ) : (
              <PurchaseStatusMenu order={order} actions={mayEdit(order) ? actions : null} />
            )}
            <OrderPayment order={order} />
          </>
        ),
        ...(isForm ? {} : documentHead(order, mayEdit(order) ? actions : null, edit)),
      })}
      record={{ kind: 'purchase_order', id }}
      notFound={{ title: 'Purchase Order Not Found', back: { ...list, label: 'Back to Purchase Orders' } }}
      failed="Failed to load purchase order"
      skeleton={<OrderSkeleton cards={['Payment Information', 'Receipts']} />}
    >
      {(order) =>
        isForm ? (
          <EditPurchaseOrder key={order.id} order={order} onClose={close} />
        ) : (
          <PurchaseOrderDocument
            key={order.id}
            order={order}
            failure={actions.failure}
            onEdit={mayEdit(order) ? edit : null}
          />
        )
      }
    </RecordPage>
  )
}

function documentHead(order: PurchaseOrder, actions: OrderActions | null, edit: () => void) {
  return {
    actions: <PurchaseActions order={order} actions={actions} onEdit={actions && edit} />,
    primary: <PurchaseNextStep order={order} actions={actions} />,
  }
}

function Under({ order }: { order: PurchaseOrder }) {
  return (
    <PartyAndDate
      party={
        <>
          From{' '}
          <Link to={recordAddress('supplier', order.supplier_id)} title={order.supplier_name}>
            {order.supplier_name || 'Unknown Supplier'}
          </Link>
        </>
      }
    >
      Created <Moment at={order.created_at} as="dated" /> by {order.user_reference}
    </PartyAndDate>
  )
}
