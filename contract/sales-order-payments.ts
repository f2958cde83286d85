import { z } from 'zod'
import { paymentStatuses } from './documents.ts'
import { id, moment } from './fields.ts'
import { paymentMethods } from './sales-order-statuses.ts'

/** A payment of a sales order, or a refund. */
export const payment = z.object({
  id,
  /** Negative for a refund. */
  amount: z.number(),
  payment_method: z.enum(paymentMethods),
  reference_number: z.string().nullable(),
  notes: z.string().nullable(),
  created_by: id,
  user_reference: z.string(),
  payment_date: moment,
  /** It was undone and doesn't count. */
  is_undone: z.boolean(),
  undone_by: z.string().nullable(),
  undone_at: moment.nullable(),
})

/** `refund_due` finds orders with money due back. A cancelled one of them is found only by it. */
export const salesPaymentFilters = [...paymentStatuses, 'refund_due'] as const
export type SalesPaymentFilter = (typeof salesPaymentFilters)[number]
