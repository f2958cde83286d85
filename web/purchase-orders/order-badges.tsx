import type { PurchaseOrderStatus } from '../../contract/purchase-order-actions.ts'
import { PaymentBadge } from '../orders/payment-badge.tsx'
import type { PayableOrder } from '../orders/shown-payment.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { orderStatusLabels, orderStatusTones, paymentStatusTones } from './labels.ts'

export function OrderStatus({ status }: { status: PurchaseOrderStatus }) {
  return <StatusBadge tone={orderStatusTones[status]}>{orderStatusLabels[status]}</StatusBadge>
}

export function OrderPayment({ order, headed }: { order: PayableOrder; headed?: boolean }) {
  return <PaymentBadge order={order} tones={paymentStatusTones} headed={headed} />
}
