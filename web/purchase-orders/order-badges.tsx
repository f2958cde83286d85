import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import type { PurchaseOrderStatus } from '../../contract/purchase-order-actions.ts'
import { PaymentBadge } from '../orders/payment-badge.tsx'
import type { PayableOrder } from '../orders/shown-payment.ts'
import { dayText, shortDayText } from '../ui/day-text.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { orderStatusLabels, orderStatusTones, paymentStatusTones } from './labels.ts'

/** The status of an order; in a list (`listed`) one that is done stands back, so that the others are seen first. */
export function OrderStatus({ status, listed }: { status: PurchaseOrderStatus; listed?: boolean }) {
  return (
    <StatusBadge tone={orderStatusTones[status]} quiet={listed && status === 'received'}>
      {orderStatusLabels[status]}
    </StatusBadge>
  )
}

type OrderPaymentProps = Readonly<{
  order: PayableOrder & Pick<PurchaseOrderSummary, 'payment_due_date' | 'is_payment_overdue'>
  headed?: boolean
  listed?: boolean
}>

/** The payment status of an order; when it is due, if it was bought on account and something was received. */
export function OrderPayment({ order, headed, listed }: OrderPaymentProps) {
  const { payment_due_date: day, is_payment_overdue: isOverdue, amount_due } = order
  const words = headed ? { due: 'Due', overdue: 'Overdue' } : { due: 'Payment due', overdue: 'Payment overdue' }
  if (day !== null && amount_due > 0)
    return (
      <span title={isOverdue ? `This payment was due ${dayText(day)}` : `Payment is due ${dayText(day)}`}>
        <StatusBadge tone={isOverdue ? 'red' : 'amber'} dot={false}>
          {isOverdue ? words.overdue : `${words.due} ${shortDayText(day, day)}`}
        </StatusBadge>
      </span>
    )
  return <PaymentBadge order={order} tones={paymentStatusTones} headed={headed} listed={listed} />
}
