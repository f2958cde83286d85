import type { z } from 'zod'
import { formatMoney } from '../../contract/money.ts'
import { mailSalesOrder } from '../../contract/sales-mails.ts'
import { salesDocumentTitles } from '../../contract/sales-documents.ts'
import { composeMail } from '../order-mails/compose-mail.ts'
import { claimMail, freeMail, markMailSent } from '../order-mails/mail-rows.ts'
import { implementPrepared, type Implementation } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { recordAct } from '../platform/record-act.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { fileOf } from './printed-documents.ts'
import { type OrderToPrint, printedOrderOf } from './printed-orders.ts'
import { salesOrderOf } from './queries.ts'

/**
 * Emails a document of an order to its customer. It counts as sent when the mail server has accepted it; no transaction
 * is open meanwhile. Refuses, in this order: not_found; wrong_status (the confirmation of a cancelled order);
 * mail_not_set_up; what `claimMail` does; mail_not_sent.
 */
export function mailSalesOrderCommand(mailer: Mailer | null): Implementation {
  return implementPrepared(mailSalesOrder, {
    check: async (tx, actor, { id, sales_order_id: order_id, document, recipient }) => {
      const printed = await printedOrderOf(tx, actor, order_id)
      if (document === 'confirmation' && printed.order.status === 'cancelled')
        refuseFields({ document: 'This order is cancelled, so it can’t be confirmed' }, 'wrong_status')
      if (!mailer) refuse('mail_not_set_up')
      await claimMail(tx, actor, 'sales', { id, order_id, document, recipient })
      return { printed, mailer }
    },
    prepare: async (actor, { id, document, recipient: to }, { printed, mailer: open }) => {
      const { order, company } = printed
      const { body, ...file } = fileOf(document, printed)
      const title = `${salesDocumentTitles[document]} ${order.order_number}`
      const paragraphs = paragraphsOf(document, order)
      const attached = { ...file, body: await body.make() }
      await open.send(composeMail(actor, company, { id, to, title, paragraphs, file: attached }), actor.org_id)
    },
    giveUp: (tx, actor, { id }) => freeMail(tx, actor, 'sales', id),
    run: async (tx, actor, { id, sales_order_id, document }) => {
      await markMailSent(tx, actor, 'sales', id)
      const order = await salesOrderOf(tx, actor, sales_order_id)
      await recordAct(tx, actor, {
        action: 'EXPORT',
        table_name: 'sales_orders',
        record_id: sales_order_id,
        item_name: order.order_number,
        // The address isn't recorded here: a seal would preserve it for good. The order lists its emails.
        summary: `Emailed ${salesDocumentTitles[document].toLowerCase()}`,
      })
      return order
    },
  })
}

function paragraphsOf(document: z.output<typeof mailSalesOrder.input>['document'], order: OrderToPrint): string[] {
  return [
    `Hi ${order.customer_name},`,
    document === 'invoice'
      ? `Your invoice for order ${order.order_number} is attached.`
      : `Thank you for your order ${order.order_number} of ${formatMoney(order.total_amount, order.currency)}. The order confirmation is attached.`,
  ]
}
