import type { PaymentStatus } from '../../contract/documents.ts'
import type { PurchaseOrderStatus } from '../../contract/purchase-orders.ts'
import type { Tone } from '../ui/status-badge.tsx'

export const orderStatusLabels: Record<PurchaseOrderStatus, string> = {
  draft: 'Draft',
  ordered: 'Ordered',
  partial: 'Partially Received',
  received: 'Received',
  cancelled: 'Cancelled',
}

/** The spec's colours: secondary, primary, warning, success, danger. */
export const orderStatusTones: Record<PurchaseOrderStatus, Tone> = {
  draft: 'grey',
  ordered: 'brand',
  partial: 'amber',
  received: 'green',
  cancelled: 'red',
}

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

export const paymentStatusTones: Record<PaymentStatus, Tone> = {
  pending: 'amber',
  partial: 'brand',
  paid: 'green',
  cancelled: 'red',
}
