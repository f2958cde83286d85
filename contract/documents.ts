import { z } from 'zod'
import { id, moment } from './fields.ts'

/** What documents (orders, receipts, shipments) have in common. */

export const paymentStatuses = ['pending', 'partial', 'paid', 'cancelled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The progress of an order's line: none of it, some, or all. Computed, never stored. */
export const lineStatuses = ['pending', 'partial', 'received'] as const

/** One step of a document's status; the first one (`old_status` null) is its creation. */
export const statusChange = z.object({
  id,
  old_status: z.string().nullable(),
  new_status: z.string(),
  notes: z.string().nullable(),
  /** The email address that the person had, as specified. */
  changed_by: z.string(),
  /** The present name of the member or API key. */
  changed_by_name: z.string(),
  created_at: moment,
})
export type StatusChange = z.output<typeof statusChange>

/** An emailed document. `sending`: the mail server has it; `unknown`: the server ended before the response. */
export const sentMail = z.object({
  id,
  recipient: z.string(),
  status: z.enum(['sent', 'sending', 'unknown']),
  user_reference: z.string(),
  mailed_at: moment,
})
export type SentMail = z.output<typeof sentMail>
