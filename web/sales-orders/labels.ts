import type { PaymentStatus } from '../../contract/documents.ts'
import type { ProcessingStep } from '../../contract/sales-orders.ts'
import type { PaymentMethod, SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import type { Tone } from '../ui/status-badge.tsx'

export const salesStatusLabels: Record<SalesOrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

export const salesStatusTones: Record<SalesOrderStatus, Tone> = {
  pending: 'amber',
  processing: 'brand',
  shipped: 'green',
  delivered: 'green',
  cancelled: 'red',
}

/** The spec's colors: success if paid, otherwise warning. */
export const salesPaymentTones: Record<PaymentStatus, Tone> = {
  pending: 'amber',
  partial: 'amber',
  paid: 'green',
  cancelled: 'amber',
}

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  credit_card: 'Credit Card',
  bank_transfer: 'Bank Transfer',
  check: 'Check',
  other: 'Other',
}

/** Completed is success, failed is danger, everything else is in progress. */
export const stepTones: Record<ProcessingStep['status'], Tone> = { completed: 'green', failed: 'red', pending: 'amber' }
export const stepLabels: Record<ProcessingStep['status'], string> = {
  completed: 'Completed',
  failed: 'Failed',
  pending: 'Waiting',
}
