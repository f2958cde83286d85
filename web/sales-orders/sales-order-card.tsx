import { formatQuantity } from '../../contract/quantity.ts'
import type { SalesOrderSummary } from '../../contract/sales-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import shared from '../orders/orders.module.css'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Money } from '../ui/tabular.tsx'
import { SalesPayment, SalesStatus } from './sales-badges.tsx'

/** A sales order as a card, on phones. */
export function SalesOrderCard({ order, actions }: { order: SalesOrderSummary; actions: readonly RowAction[] }) {
  return (
    <RecordCard
      dense
      to={recordAddress('sales_order', order.id)}
      title={order.order_number}
      text={
        <>
          <div>{order.customer_name}</div>
          <span className={shared['day']}>
            <Moment at={order.order_date} as="dated" />
          </span>
        </>
      }
      badge={<SalesStatus status={order.status} listed />}
      menu={<RowActions of={order.order_number} actions={actions} />}
    >
      <div className={shared['facts']}>
        <Money value={order.total_amount} />
        <SalesPayment order={order} listed />
        {order.backordered > 0 && (
          <StatusBadge tone="amber" dot={false}>
            {formatQuantity(order.backordered)} backordered
          </StatusBadge>
        )}
      </div>
    </RecordCard>
  )
}
