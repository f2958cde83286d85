import type { PaymentStatus } from '../../contract/documents.ts'
import type { PurchaseOrderStatus } from '../../contract/purchase-orders.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { orderStatusLabels, orderStatusTones, paymentStatusLabels, paymentStatusTones } from './labels.ts'

export function OrderStatus({ status }: { status: PurchaseOrderStatus }) {
  return <StatusBadge tone={orderStatusTones[status]}>{orderStatusLabels[status]}</StatusBadge>
}

export function OrderPayment({ status }: { status: PaymentStatus }) {
  return (
    <StatusBadge tone={paymentStatusTones[status]} dot={false}>
      {paymentStatusLabels[status]}
    </StatusBadge>
  )
}
