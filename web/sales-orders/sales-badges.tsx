import type { SalesOrderSummary } from '../../contract/sales-orders.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { PaymentBadge } from '../orders/payment-badge.tsx'
import { shownPayment } from '../orders/shown-payment.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { salesPaymentTone, salesStatusLabels, salesStatusTones } from './labels.ts'

export function SalesStatus({ status }: { status: SalesOrderStatus }) {
  return <StatusBadge tone={salesStatusTones[status]}>{salesStatusLabels[status]}</StatusBadge>
}

type SalesPaymentProps = Readonly<{
  order: Pick<SalesOrderSummary, 'status' | 'payment_status' | 'total_amount' | 'amount_due' | 'refund_due'>
  headed?: boolean
}>

/** An order's payment status; for a cancelled one only what either side still owes. */
export function SalesPayment({ order, headed }: SalesPaymentProps) {
  const shown = shownPayment(order)
  return <PaymentBadge status={shown} tone={salesPaymentTone(shown)} headed={headed} />
}
