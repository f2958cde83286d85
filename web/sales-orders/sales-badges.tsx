import type { PaymentStatus } from '../../contract/documents.ts'
import type { SalesOrderStatus } from '../../contract/sales-orders.ts'
import { PaymentBadge } from '../documents/payment-badge.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { salesPaymentTone, salesStatusLabels, salesStatusTones } from './labels.ts'

export function SalesStatus({ status }: { status: SalesOrderStatus }) {
  return <StatusBadge tone={salesStatusTones[status]}>{salesStatusLabels[status]}</StatusBadge>
}

export function SalesPayment({ status, headed }: { status: PaymentStatus; headed?: boolean }) {
  return <PaymentBadge status={status} tone={salesPaymentTone(status)} headed={headed} />
}
