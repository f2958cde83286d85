import type { PaymentStatus } from '../../contract/documents.ts'
import type { PurchaseOrderStatus } from '../../contract/purchase-order-actions.ts'
import type { Tone } from '../ui/status-badge.tsx'

export const orderStatusLabels: Record<PurchaseOrderStatus, string> = {
  draft: 'Draft',
  ordered: 'Ordered',
  partial: 'Partially Received',
  received: 'Received',
  cancelled: 'Cancelled',
}

/** The spec's colors: secondary, primary, warning, success, danger. */
export const orderStatusTones: Record<PurchaseOrderStatus, Tone> = {
  draft: 'gray',
  ordered: 'brand',
  partial: 'amber',
  received: 'green',
  cancelled: 'red',
}

export const paymentStatusTones: Record<PaymentStatus, Tone> = {
  pending: 'amber',
  partial: 'brand',
  paid: 'green',
  cancelled: 'red',
}
