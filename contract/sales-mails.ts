import { z } from 'zod'
import { command } from './endpoint.ts'
import { id, mailAddress } from './fields.ts'
import { salesOrder } from './sales-orders.ts'
import { salesDocuments } from './sales-documents.ts'

export const mailSalesOrder = command({
  name: 'mail_sales_order',
  summary:
    'Emails an order confirmation or invoice as PDF, once per ID. Fails when the mail server rejects it or none is set up',
  method: 'POST',
  path: '/sales-orders/:sales_order_id/mails',
  permission: 'orders.write',
  input: z.strictObject({
    /** The same id for the same email: it isn't sent twice. */
    id,
    sales_order_id: id,
    document: z.enum(salesDocuments, 'Please choose a document'),
    recipient: mailAddress,
  }),
  output: salesOrder,
  status: 201,
  changes: ['sales-orders'],
})
