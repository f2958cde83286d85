import { paymentTermsText } from '../../contract/printed-documents.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
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
import { Link } from '../ui/link.tsx'
import { dayText, expectedText } from '../ui/day-text.ts'
import { OrderAside } from './order-aside.tsx'
import { commonLocation, orderValuesOf, purchaseOrderKind } from './order-values.ts'
import { purchaseDocument } from './purchase-document.ts'
import { SupplierNotice } from './supplier-notice.tsx'
import { locationName, useDefaultLocation } from './use-delivery-location.ts'

type PurchaseOrderDocumentProps = Readonly<{
  order: PurchaseOrder
  failure: string | null
  /** Null if the reader can't change it. */
  onEdit: (() => void) | null
}>

/** A purchase order, read-only: lines, payment, receipts and supplier. */
export function PurchaseOrderDocument({ order, failure, onEdit }: PurchaseOrderDocumentProps) {
  const mayReceive = useMay('receiving.write') === true
  const isPart = order.concerns_other_locations
  const readOnly = isPart
    ? `${partOfOrder}${mayReceive && order.open_lines > 0 ? ' You can receive the items below.' : ''}`
    : null
  const { expected_date: day, order_date, payment_terms_days: terms } = order
  const today = useToday()
  const location = locationName(order)
  const defaultLocation = useDefaultLocation(location === null)
  const isOneLocation = commonLocation(orderValuesOf(order).lines) !== null
  return (
    <OrderDocument
      failure={failure}
      readOnly={readOnly}
      lines={
        <>
          {onEdit && <UnsavedChanges draft={savedDraft(purchaseOrderKind, order)} onEdit={onEdit} />}
          <SupplierNotice order={order} supplier_id={order.supplier_id} orderDate={order_date ?? ''} />
          <OrderFigures total={order.total_amount} due={order.amount_due} />
          <LinesCard {...purchaseDocument(order, today)} total={order.total_amount} isPart={isPart} />
        </>
      }
      aside={<OrderAside order={order} onEdit={onEdit} />}
    >
      <DetailsCard
        details={[
          [
            'Supplier',
            <Strong key="supplier">
              <Link to={recordAddress('supplier', order.supplier_id)}>{order.supplier_name || 'Unknown Supplier'}</Link>
            </Strong>,
          ],
          [
            'Deliver to',
            <Strong key="location">{isOneLocation ? (location ?? defaultLocation) : 'Several locations'}</Strong>,
          ],
          ['Expected delivery', day === null ? '–' : expectedText(day, order.is_late)],
          ['Order date', order_date === null ? null : dayText(order_date)],
          ['Payment terms', terms === null ? null : paymentTermsText(terms)],
        ]}
        notes={order.notes}
      />
      <Comments record_type="purchase_order" record_id={order.id} />
      <RecordHistory record_id={order.id} statusChanges={order.status_changes} />
    </OrderDocument>
  )
}
