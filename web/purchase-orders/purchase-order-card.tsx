import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import shared from '../orders/orders.module.css'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Moment } from '../ui/moment.tsx'
import { OrderPayment, OrderStatus } from './order-badges.tsx'
import { Amount, Expected } from './purchase-order-columns.tsx'

/** A purchase order as a card, on phones. */
export function PurchaseOrderCard({ order, actions }: { order: PurchaseOrderSummary; actions: readonly RowAction[] }) {
  const isExpected = order.expected_date && (order.status === 'draft' || isOpen(order.status))
  return (
    <RecordCard
      dense
      to={recordAddress('purchase_order', order.id)}
      title={order.order_number}
      text={
        <>
          <div>{order.supplier_name || 'Unknown Supplier'}</div>
          <span className={shared['day']}>
            <Moment at={order.created_at} as="dated" />
            {isExpected && (
              <>
                {/* Only payments are due on a card that has both. */}
                {order.is_late ? ' · late, expected ' : ' · expected '}
                <Expected order={order} />
              </>
            )}
          </span>
        </>
      }
      badge={<OrderStatus status={order.status} listed />}
      menu={<RowActions of={order.order_number} actions={actions} />}
    >
      <div className={shared['facts']}>
        <Amount order={order} />
        <OrderPayment order={order} listed />
      </div>
    </RecordCard>
  )
}
