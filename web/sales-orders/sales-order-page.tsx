import { useParams } from '@tanstack/react-router'
import { readSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import { FormSkeleton } from '../kit/form-skeleton.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { PartyAndDate } from '../orders/party-and-date.tsx'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
import { useOrderPage } from '../orders/use-order-page.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { EditSalesOrder } from './edit-sales-order.tsx'
import { SalesPayment, SalesStatus } from './sales-badges.tsx'
import { SalesActions, SalesNextStep, SalesStatusMenu } from './sales-order-actions.tsx'
import { SalesOrderDocument } from './sales-order-document.tsx'
import { useSalesStatus } from './use-sales-status.ts'

const list = { label: 'Sales Orders', to: '/sales-orders' }

/** One sales order as a document; `?edit` turns the page into its form. */
export function SalesOrderPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readSalesOrder, { id })
  const status = useSalesStatus()
  const page = useOrderPage({ kind: 'sales_order', id, order: query.data, list })
  const { isForm, mayEdit, edit } = page
  return (
    <RecordPage
      breadcrumb={page.breadcrumb}
      query={query}
      head={(order) => ({
        title: isForm ? `Edit Sales Order ${order.order_number}` : order.order_number,
        subtitle: <Under order={order} />,
        badges: (
          <>
            {isForm ? (
              <SalesStatus status={order.status} />
            ) : (
              <SalesStatusMenu order={order} status={status} mayChange={mayEdit} />
            )}
            <SalesPayment order={order} />
          </>
        ),
        ...(isForm
          ? {}
          : {
              actions: <SalesActions order={order} status={status} onEdit={edit} />,
              primary: <SalesNextStep order={order} mayWrite={mayEdit} />,
            }),
      })}
      record={{ kind: 'sales_order', id }}
      notFound={{ title: 'Sales Order Not Found', back: { ...list, label: 'Back to Sales Orders' } }}
      failed="Failed to load sales order"
      skeleton={page.editing ? <FormSkeleton /> : <OrderSkeleton cards={['Payment Information', 'Processing Steps']} />}
    >
      {(order) =>
        isForm ? (
          <EditSalesOrder key={order.id} order={order} onClose={page.close} />
        ) : (
          <SalesOrderDocument key={order.id} order={order} failure={status.failure} onEdit={edit} />
        )
      }
    </RecordPage>
  )
}

function Under({ order }: { order: SalesOrder }) {
  return (
    <PartyAndDate
      party={
        <>
          For{' '}
          <Link to={recordAddress('customer', order.customer_id)} title={order.customer_name}>
            {order.customer_name}
          </Link>
        </>
      }
    >
      Ordered <Moment at={order.order_date} as="dated" /> by {order.user_reference}
    </PartyAndDate>
  )
}
