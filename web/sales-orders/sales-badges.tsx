import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { PaymentBadge } from '../orders/payment-badge.tsx'
import type { PayableOrder } from '../orders/shown-payment.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { salesPaymentTones, salesStatusLabels, salesStatusTones } from './labels.ts'

export function SalesStatus({ status }: { status: SalesOrderStatus }) {
  return <StatusBadge tone={salesStatusTones[status]}>{salesStatusLabels[status]}</StatusBadge>
}

export function SalesPayment({ order, headed }: { order: PayableOrder; headed?: boolean }) {
  return <PaymentBadge order={order} tones={salesPaymentTones} headed={headed} />
}
