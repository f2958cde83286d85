import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { paymentStatusLabels, paymentWords, type ShownPayment } from './shown-payment.ts'

type PaymentBadgeProps = Readonly<{
  /** Null shows a dash under a heading, and nothing elsewhere. */
  status: ShownPayment | null
  tone: Tone
  /** Its heading says what it is about. */
  headed?: boolean | undefined
}>

/** An order's payment status. */
export function PaymentBadge({ status, tone, headed = false }: PaymentBadgeProps) {
  if (status === null) return headed ? '–' : null
  const words = headed ? paymentWords : paymentStatusLabels
  return (
    <StatusBadge tone={status === 'refund_due' ? 'amber' : tone} dot={false}>
      {status === 'refund_due' ? 'Refund due' : words[status]}
    </StatusBadge>
  )
}
