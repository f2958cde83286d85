import type { PaymentStatus } from '../../contract/documents.ts'

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  pending: 'Payment pending',
  partial: 'Partly paid',
  paid: 'Paid',
  cancelled: 'Payment cancelled',
}

/** The same under a heading that says Payment. */
export const paymentWords: Record<PaymentStatus, string> = {
  pending: 'Pending',
  partial: 'Partial',
  paid: 'Paid',
  cancelled: 'Cancelled',
}

/** The payment status of an order; for a cancelled one, also money that is due back. */
export type ShownPayment = PaymentStatus | 'refund_due'

type Payable = Readonly<{
  status: string
  payment_status: PaymentStatus
  total_amount: number
  refund_due: number
  /** The amount still owed for goods that changed hands before the order was cancelled. */
  amount_due?: number
}>

/** The displayed payment status; null if there is nothing to pay: a cancelled order waits for no payment. */
export function shownPayment({ status, payment_status, total_amount, refund_due, amount_due = 0 }: Payable) {
  if (status !== 'cancelled' || amount_due > 0) return payment_status
  if (refund_due > 0) return 'refund_due'
  const isPaid = total_amount > 0 && (payment_status === 'paid' || payment_status === 'partial')
  return isPaid ? payment_status : null
}
