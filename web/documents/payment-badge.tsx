import type { PaymentStatus } from '../../contract/documents.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  pending: 'Payment pending',
  partial: 'Partly paid',
  paid: 'Paid',
  cancelled: 'Payment cancelled',
}

/** The same under a heading that says Payment. */
const paymentWords: Record<PaymentStatus, string> = {
  pending: 'Pending',
  partial: 'Partial',
  paid: 'Paid',
  cancelled: 'Cancelled',
}

type PaymentBadgeProps = Readonly<{
  status: PaymentStatus
  tone: Tone
  /** It stands under a heading that says what it is about. */
  headed?: boolean | undefined
}>

/** How far an order is paid. */
export function PaymentBadge({ status, tone, headed = false }: PaymentBadgeProps) {
  return (
    <StatusBadge tone={tone} dot={false}>
      {(headed ? paymentWords : paymentStatusLabels)[status]}
    </StatusBadge>
  )
}
