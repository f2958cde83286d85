import type { PaymentStatus } from '../../contract/documents.ts'
import type { SalesOrderStatus } from '../../contract/sales-orders.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { salesPaymentLabels, salesPaymentTone, salesStatusLabels, salesStatusTones } from './labels.ts'

export function SalesStatus({ status }: { status: SalesOrderStatus }) {
  return <StatusBadge tone={salesStatusTones[status]}>{salesStatusLabels[status]}</StatusBadge>
}

/** `short`: below a heading that says what is pending. */
export function SalesPayment({ status, short = false }: { status: PaymentStatus; short?: boolean }) {
  return (
    <StatusBadge tone={salesPaymentTone(status)} dot={false}>
      {short && status === 'pending' ? 'Pending' : salesPaymentLabels[status]}
    </StatusBadge>
  )
}
