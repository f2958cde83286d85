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
  order: Pick<PurchaseOrderSummary, 'status' | 'payment_status' | 'total_amount' | 'amount_due' | 'refund_due'>
  headed?: boolean
}>

export function OrderPayment({ order, headed }: OrderPaymentProps) {
  const shown = shownPayment(order)
  const tone = paymentStatusTones[shown === null || shown === 'refund_due' ? order.payment_status : shown]
  return <PaymentBadge status={shown} tone={tone} headed={headed} />
}
