import type { PaymentStatus } from '../../contract/documents.ts'
import type { SalesOrderStatus } from '../../contract/sales-orders.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { salesPaymentLabels, salesPaymentTone, salesStatusLabels, salesStatusTones } from './labels.ts'

export function SalesStatus({ status }: { status: SalesOrderStatus }) {
  return <StatusBadge tone={salesStatusTones[status]}>{salesStatusLabels[status]}</StatusBadge>
}

export function SalesPayment({ status }: { status: PaymentStatus }) {
  return (
    <StatusBadge tone={salesPaymentTone(status)} dot={false}>
      {salesPaymentLabels[status]}
    </StatusBadge>
  )
}
