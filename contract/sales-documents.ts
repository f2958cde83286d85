import { z } from 'zod'
import { sentMail } from './documents.ts'

/** The documents of an order, printed or sent to its customer. */
export const salesDocuments = ['confirmation', 'invoice'] as const

export type SalesDocument = (typeof salesDocuments)[number]

export const salesDocumentTitles: Record<SalesDocument, string> = {
  confirmation: 'Order Confirmation',
  invoice: 'Invoice',
}

/** An emailed document of an order. */
export const salesMail = sentMail.extend({ document: z.enum(salesDocuments) })

export type SalesMail = z.output<typeof salesMail>
