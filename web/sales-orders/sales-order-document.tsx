import type { SalesOrder } from '../../contract/sales-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Comments } from '../comments/comments.tsx'
import { DetailsCard, Strong } from '../orders/details-card.tsx'
import { LinesCard } from '../orders/lines-card.tsx'
import { OrderDocument } from '../orders/order-document.tsx'
import { partOfOrder } from '../orders/part-of-order.ts'
import { OrderFigures } from '../orders/order-figures.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import { useMay } from '../kit/use-may.ts'
import { useToday } from '../kit/use-today.ts'
import { UnsavedChanges } from '../orders/unsaved-changes.tsx'
import { savedDraft } from '../orders/use-order-form.ts'
import { salesOrderKind } from './sales-values.ts'
import { Link } from '../ui/link.tsx'
import { OrderAside } from './order-aside.tsx'
import { salesDocument } from './sales-document.ts'

type SalesOrderDocumentProps = Readonly<{
  order: SalesOrder
  failure: string | null
  /** Null if the reader can't change it. */
  onEdit: (() => void) | null
}>

/** A sales order, read-only: lines, payment, history and customer. */
export function SalesOrderDocument({ order, failure, onEdit }: SalesOrderDocumentProps) {
  const today = useToday()
  const mayShip = useMay('shipping.write') === true
  const isPart = order.concerns_other_locations
  const readOnly = isPart
    ? `${partOfOrder}${mayShip && order.open_lines > 0 ? ' You can ship what’s at your locations.' : ''}`
    : null
  return (
    <OrderDocument
      failure={failure}
      readOnly={readOnly}
      lines={
        <>
          {onEdit && <UnsavedChanges draft={savedDraft(salesOrderKind, order)} onEdit={onEdit} />}
          <OrderFigures total={order.total_amount} due={order.amount_due} />
          <LinesCard {...salesDocument(order, today)} total={order.total_amount} isPart={isPart} />
        </>
      }
      aside={<OrderAside order={order} />}
    >
      <DetailsCard
        details={[
          ['Customer', <Customer key="customer" order={order} />],
          ['Ship to', order.shipping_address],
          ['Ship from', <Strong key="from">{order.location_name ?? 'Any location'}</Strong>],
        ]}
        notes={order.notes}
      />
      <Comments record_type="sales_order" record_id={order.id} />
      <RecordHistory record_id={order.id} statusChanges={order.status_changes} />
    </OrderDocument>
  )
}

function Customer({ order: { customer_id, customer_name, customer_email, customer_phone } }: { order: SalesOrder }) {
  return (
    <>
      <Strong>
        <Link to={recordAddress('customer', customer_id)}>{customer_name}</Link>
      </Strong>
      {customer_email && <a href={`mailto:${encodeURIComponent(customer_email)}`}>{customer_email}</a>}
      {customer_phone && <a href={`tel:${customer_phone}`}>{customer_phone}</a>}
    </>
  )
}
