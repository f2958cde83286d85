import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { PaymentBadge } from '../orders/payment-badge.tsx'
import type { PayableOrder } from '../orders/shown-payment.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { salesPaymentTones, salesStatusLabels, salesStatusTones } from './labels.ts'

/** The status of an order; in a list (`listed`) one that is done stands back, so that the others are seen first. */
export function SalesStatus({ status, listed }: { status: SalesOrderStatus; listed?: boolean }) {
  return (
    <StatusBadge tone={salesStatusTones[status]} quiet={listed && status === 'delivered'}>
      {salesStatusLabels[status]}
    </StatusBadge>
  )
}

export function SalesPayment(props: { order: PayableOrder; headed?: boolean; listed?: boolean }) {
  return <PaymentBadge {...props} tones={salesPaymentTones} />
}
