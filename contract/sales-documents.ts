import { z } from 'zod'
import { id, moment } from './fields.ts'

/** What is printed of an order, or sent to its customer. */
export const salesDocuments = ['confirmation', 'invoice'] as const

export type SalesDocument = (typeof salesDocuments)[number]

export const salesDocumentTitles: Record<SalesDocument, string> = {
  confirmation: 'Order Confirmation',
  invoice: 'Invoice',
}

/**
 * A document that was emailed. `sending`: it is with the mail server; `unknown`: the server ended before it got the
 * answer.
 */
export const salesMail = z.object({
  id,
  document: z.enum(salesDocuments),
  recipient: z.string(),
  status: z.enum(['sent', 'sending', 'unknown']),
  user_reference: z.string(),
  mailed_at: moment,
})

export type SalesMail = z.output<typeof salesMail>
