import { z } from 'zod'
import { sentMail } from './documents.ts'
import { query } from './endpoint.ts'
import { limits } from './limits.ts'
import { tooManyOrders } from './printed-documents.ts'
import { severalIds } from './several-ids.ts'

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

export const printSalesOrders = query({
  name: 'print_sales_orders',
  summary:
    'Downloads the order confirmations or invoices of several orders as one PDF. Each begins on a new page and numbers its own pages',
  path: '/sales-orders/documents/:document',
  permission: 'orders.read',
  input: z.strictObject({
    document: z.enum(salesDocuments),
    /** The orders, in the order in which they are printed: their ids, separated by commas. */
    order_ids: severalIds(limits.documentsPerFile, tooManyOrders),
  }),
  output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
  downloads: ['pdf'],
})
