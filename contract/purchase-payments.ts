import { z } from 'zod'
import { paymentStatuses } from './documents.ts'
import { id, moment } from './fields.ts'

/** A payment of a purchase order. */
export const purchasePayment = z.object({
  id,
  /** Negative for a refund. */
  amount: z.number(),
  user_reference: z.string(),
  paid_at: moment,
  /** Undone: it no longer counts, but stays visible. */
  is_undone: z.boolean(),
  undone_by: z.string().nullable(),
  undone_at: moment.nullable(),
})

/**
 * `refund_due` finds orders for which the supplier owes us money. A cancelled one of them is found only by it. `due`
 * finds orders on account to pay within `limits.paymentDueSoonDays` or already overdue.
 */
export const purchasePaymentFilters = [...paymentStatuses, 'refund_due', 'due'] as const
export type PurchasePaymentFilter = (typeof purchasePaymentFilters)[number]
