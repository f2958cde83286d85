import type { PaymentStatus } from '../../contract/documents.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { type PayableOrder, paymentStatusLabels, paymentWords, shownPayment } from './shown-payment.ts'

type PaymentBadgeProps = Readonly<{
  order: PayableOrder
  tones: Readonly<Record<PaymentStatus, Tone>>
  /** Under a heading, which says what it is about. A dash there says that there is nothing to pay. */
  headed?: boolean | undefined
  /** In a list, where a paid order stands back. */
  listed?: boolean | undefined
}>

/** An order's payment status; for a cancelled one only what either side still owes. */
export function PaymentBadge({ order, tones, headed = false, listed = false }: PaymentBadgeProps) {
  const status = shownPayment(order)
  if (status === null) return headed ? '–' : null
  const words = headed ? paymentWords : paymentStatusLabels
  const tone = status === 'refund_due' ? 'amber' : tones[status]
  return (
    <StatusBadge tone={tone} dot={false} quiet={listed && tone === 'green'}>
      {status === 'refund_due' ? 'Refund due' : words[status]}
    </StatusBadge>
  )
}
