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
type ShownPayment = PaymentStatus | 'refund_due'

export type PayableOrder = Readonly<{
  status: string
  payment_status: PaymentStatus
  total_amount: number
  refund_due: number
  /** For a cancelled order what is still owed for the goods that changed hands before. */
  amount_due: number
}>

/**
 * The displayed payment status; null if there is nothing to pay, or everything was refunded. A cancelled order waits
 * for no payment. An order is paid if nothing is owed for what was kept, although that is only a part of its total.
 */
export function shownPayment(order: PayableOrder): ShownPayment | null {
  const { status, payment_status, total_amount, refund_due, amount_due } = order
  const isOwed = amount_due > 0 && payment_status !== 'cancelled'
  if (isOwed || (status !== 'cancelled' && payment_status === 'paid')) return payment_status
  if (status === 'cancelled' && refund_due > 0) return 'refund_due'
  const hasPayments = total_amount > 0 && (payment_status === 'paid' || payment_status === 'partial')
  return hasPayments ? 'paid' : null
}
