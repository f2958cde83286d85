import { useParams } from '@tanstack/react-router'
import { readSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import { RecordPage } from '../kit/record-page.tsx'
import { useEditing } from '../kit/use-editing.ts'
import { useMay } from '../kit/use-may.ts'
import { PartyAndDate } from '../orders/party-and-date.tsx'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
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
  const { editing, edit, close } = useEditing(recordAddress('sales_order', id))
  const mayOrder = useMay('orders.write')
  const mayEdit = (order: SalesOrder) => mayOrder === true && !order.concerns_other_locations
  const isForm = editing && (query.data ? mayEdit(query.data) : mayOrder !== false)
  return (
    <RecordPage
      breadcrumb={
        isForm && query.data ? [list, { label: query.data.order_number, to: recordAddress('sales_order', id) }] : [list]
      }
      query={query}
      head={(order) => ({
        title: isForm ? `Edit Sales Order ${order.order_number}` : order.order_number,
        subtitle: <Under order={order} />,
        badges: (
          <>
            {isForm ? (
              <SalesStatus status={order.status} />
            ) : (
              <SalesStatusMenu order={order} status={status} mayChange={mayEdit(order)} />
            )}
            <SalesPayment order={order} />
          </>
        ),
        ...(isForm
          ? {}
          : {
              actions: <SalesActions order={order} status={status} onEdit={mayEdit(order) ? edit : null} />,
              primary: <SalesNextStep order={order} mayWrite={mayEdit(order)} />,
            }),
      })}
      record={{ kind: 'sales_order', id }}
      notFound={{ title: 'Sales Order Not Found', back: { ...list, label: 'Back to Sales Orders' } }}
      failed="Failed to load sales order"
      skeleton={<OrderSkeleton cards={['Payment Information', 'Processing Steps']} />}
    >
      {(order) =>
        isForm ? (
          <EditSalesOrder key={order.id} order={order} onClose={close} />
        ) : (
          <SalesOrderDocument
            key={order.id}
            order={order}
            failure={status.failure}
            onEdit={mayEdit(order) ? edit : null}
          />
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
