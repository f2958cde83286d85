import type { PaymentStatus } from '../../contract/documents.ts'
import type { PurchaseOrderStatus } from '../../contract/purchase-orders.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { orderStatusLabels, orderStatusTones, paymentStatusLabels, paymentStatusTones, paymentWords } from './labels.ts'

export function OrderStatus({ status }: { status: PurchaseOrderStatus }) {
  return <StatusBadge tone={orderStatusTones[status]}>{orderStatusLabels[status]}</StatusBadge>
}

/** `headed`: it stands under a heading that says what it is about. */
export function OrderPayment({ status, headed = false }: { status: PaymentStatus; headed?: boolean }) {
  return (
    <StatusBadge tone={paymentStatusTones[status]} dot={false}>
      {(headed ? paymentWords : paymentStatusLabels)[status]}
    </StatusBadge>
  )
}
