import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import type { PurchaseOrderStatus } from '../../contract/purchase-order-actions.ts'
import { PaymentBadge } from '../orders/payment-badge.tsx'
import { shownPayment } from '../orders/shown-payment.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { orderStatusLabels, orderStatusTones, paymentStatusTones } from './labels.ts'

export function OrderStatus({ status }: { status: PurchaseOrderStatus }) {
  return <StatusBadge tone={orderStatusTones[status]}>{orderStatusLabels[status]}</StatusBadge>
}

type OrderPaymentProps = Readonly<{
  order: Pick<PurchaseOrderSummary, 'status' | 'payment_status' | 'total_amount' | 'refund_due'>
  headed?: boolean
}>

export function OrderPayment({ order, headed }: OrderPaymentProps) {
  return <PaymentBadge status={shownPayment(order)} tone={paymentStatusTones[order.payment_status]} headed={headed} />
}
