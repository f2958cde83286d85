import { z } from 'zod'
import { command } from './endpoint.ts'
import { id, mailAddress } from './fields.ts'
import { purchaseOrder } from './purchase-orders.ts'

export const mailPurchaseOrder = command({
  name: 'mail_purchase_order',
  summary:
    'Emails a placed order as PDF to its supplier, once per ID. Fails when the mail server rejects it or none is set up',
  method: 'POST',
  path: '/purchase-orders/:purchase_order_id/mails',
  permission: 'orders.write',
  input: z.strictObject({
    /** The same id for the same email: it isn't sent twice. */
    id,
    purchase_order_id: id,
    recipient: mailAddress,
  }),
  output: purchaseOrder,
  status: 201,
  changes: ['purchase-orders'],
})
