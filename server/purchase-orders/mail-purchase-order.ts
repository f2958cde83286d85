import { hasReceipts, purchaseOrderActions } from '../../contract/purchase-order-actions.ts'
import { mailPurchaseOrder } from '../../contract/purchase-mails.ts'
import { composeMail } from '../order-mails/compose-mail.ts'
import { claimMail, freeMail, markMailSent } from '../order-mails/mail-rows.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import { dayText } from '../organizations/company-days.ts'
import { implementPrepared, type Implementation } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { recordAct } from '../platform/record-act.ts'
import { refuse } from '../platform/refusal.ts'
import { fileOf, type OrderToPrint, orderToPrint } from './print-order.ts'
import { purchaseOrderOf } from './queries.ts'

/**
 * Emails an order to its supplier. It counts as sent when the mail server has accepted it; no transaction is open
 * meanwhile. A limited member must see all of the order: the supplier would take a part for the whole. Refuses, in this
 * order: not_found; forbidden; wrong_status (a draft, a cancelled order); mail_not_set_up; what `claimMail` does;
 * mail_not_sent.
 */
export function mailPurchaseOrderCommand(mailer: Mailer | null): Implementation {
  return implementPrepared(mailPurchaseOrder, {
    check: async (tx, actor, { id, purchase_order_id: order_id, recipient }) => {
      const printed = await orderToPrint(tx, actor, order_id)
      await requireWholeDocument(tx, actor, 'purchase_order', order_id)
      const { order } = printed
      const sentence = purchaseOrderActions.mail({ ...order, received: order.lines.some(hasReceipts) })
      if (sentence) refuse('wrong_status', { status: order.status }, sentence)
      if (!mailer) refuse('mail_not_set_up')
      await claimMail(tx, actor, 'purchase', { id, order_id, recipient })
      return { printed, mailer }
    },
    prepare: async (actor, { id, recipient: to }, { printed, mailer: open }) => {
      const { order, company } = printed
      const { body, ...file } = fileOf(printed)
      const title = `Purchase Order ${order.order_number}`
      const attached = { ...file, body: await body.make() }
      const mail = composeMail(actor, company, { id, to, title, paragraphs: paragraphsOf(printed), file: attached })
      await open.send(mail, actor.org_id)
    },
    giveUp: (tx, actor, { id }) => freeMail(tx, actor, 'purchase', id),
    run: async (tx, actor, { id, purchase_order_id }) => {
      await markMailSent(tx, actor, 'purchase', id)
      const order = await purchaseOrderOf(tx, actor, purchase_order_id)
      await recordAct(tx, actor, {
        action: 'EXPORT',
        table_name: 'purchase_orders',
        record_id: purchase_order_id,
        item_name: order.order_number,
        // The address isn't recorded here: a seal would preserve it for good. The order lists its emails.
        summary: 'Emailed purchase order',
      })
      return order
    },
  })
}

function paragraphsOf({ order, supplier }: OrderToPrint): string[] {
  const expected = order.expected_date ? ` We expect delivery by ${dayText(order.expected_date)}.` : ''
  return [
    `Hi ${supplier.contact_person || supplier.name},`,
    `Our purchase order ${order.order_number} is attached.${expected}`,
  ]
}
