import { z } from 'zod'
import { id, moment } from './fields.ts'

/** The documents of an order, printed or sent to its customer. */
export const salesDocuments = ['confirmation', 'invoice'] as const

export type SalesDocument = (typeof salesDocuments)[number]

export const salesDocumentTitles: Record<SalesDocument, string> = {
  confirmation: 'Order Confirmation',
  invoice: 'Invoice',
}

/** An emailed document. `sending`: the mail server has it; `unknown`: the server ended before the response. */
export const salesMail = z.object({
  id,
  document: z.enum(salesDocuments),
  recipient: z.string(),
  status: z.enum(['sent', 'sending', 'unknown']),
  user_reference: z.string(),
  mailed_at: moment,
})

export type SalesMail = z.output<typeof salesMail>
