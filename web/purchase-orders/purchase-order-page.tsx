import { useParams } from '@tanstack/react-router'
import { type PurchaseOrder, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import { FormSkeleton } from '../kit/form-skeleton.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
import { PartyAndDate } from '../orders/party-and-date.tsx'
import { useOrderPage } from '../orders/use-order-page.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { EditPurchaseOrder } from './edit-purchase-order.tsx'
import { OrderPayment, OrderStatus } from './order-badges.tsx'
import { PurchaseActions, PurchaseNextStep, PurchaseStatusMenu } from './purchase-order-actions.tsx'
import { PurchaseOrderDocument } from './purchase-order-document.tsx'
import { useOrderActions } from './use-order-actions.tsx'

const list = { label: 'Purchase Orders', to: '/purchase-orders' }

/** One purchase order as a document; `?edit` turns the page into its form. */
export function PurchaseOrderPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readPurchaseOrder, { id })
  const actions = useOrderActions()
  const page = useOrderPage({ kind: 'purchase_order', id, order: query.data, list })
  const { isForm, mayEdit, edit } = page
  return (
    <RecordPage
      breadcrumb={page.breadcrumb}
      query={query}
      head={(order) => ({
        title: isForm ? `Edit Purchase Order ${order.order_number}` : order.order_number,
        subtitle: <Under order={order} />,
        badges: (
          <>
            {isForm ? (
              <OrderStatus status={order.status} />
            ) : (
              <PurchaseStatusMenu order={order} actions={mayEdit ? actions : null} />
            )}
            <OrderPayment order={order} />
          </>
        ),
        ...(isForm
          ? {}
          : {
              actions: <PurchaseActions order={order} actions={mayEdit ? actions : null} onEdit={edit} />,
              primary: <PurchaseNextStep order={order} actions={mayEdit ? actions : null} />,
            }),
      })}
      record={{ kind: 'purchase_order', id }}
      notFound={{ title: 'Purchase Order Not Found', back: { ...list, label: 'Back to Purchase Orders' } }}
      failed="Failed to load purchase order"
      skeleton={page.editing ? <FormSkeleton /> : <OrderSkeleton cards={['Payment Information', 'Receipts']} />}
    >
      {(order) =>
        isForm ? (
          <EditPurchaseOrder key={order.id} order={order} onClose={page.close} />
        ) : (
          <PurchaseOrderDocument key={order.id} order={order} failure={actions.failure} onEdit={edit} />
        )
      }
    </RecordPage>
  )
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
