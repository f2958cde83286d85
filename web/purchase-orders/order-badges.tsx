import type { PaymentStatus } from '../../contract/documents.ts'
import type { PurchaseOrderStatus } from '../../contract/purchase-orders.ts'
import { PaymentBadge } from '../documents/payment-badge.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { orderStatusLabels, orderStatusTones, paymentStatusTones } from './labels.ts'

export function OrderStatus({ status }: { status: PurchaseOrderStatus }) {
  return <StatusBadge tone={orderStatusTones[status]}>{orderStatusLabels[status]}</StatusBadge>
}

export function OrderPayment({ status, headed }: { status: PaymentStatus; headed?: boolean }) {
  return <PaymentBadge status={status} tone={paymentStatusTones[status]} headed={headed} />
}
