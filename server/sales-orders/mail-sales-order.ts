import { limits } from '../../contract/limits.ts'
import { formatMoney } from '../../contract/money.ts'
import { mailSalesOrder } from '../../contract/sales-mails.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { salesDocumentTitles } from '../../contract/sales-documents.ts'
import type { Company } from '../organizations/company.ts'
import type { Logo } from '../organizations/logo.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implementPrepared, type Implementation } from '../platform/endpoint.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Mailer } from '../platform/mail.ts'
import { recordAct } from '../platform/record-act.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { fileOf, printedOrderOf } from './printed-documents.ts'
import { salesOrderOf } from './queries.ts'

type Input = { id: string; sales_order_id: string; document: keyof typeof salesDocumentTitles; recipient: string }

/**
 * Emails a document of an order to its customer. The email is claimed by its id before it is handed to the mail server,
 * so sending the same one twice at once sends it once; it counts as sent when the mail server has accepted it. No
 * transaction is open meanwhile. Refuses, in this order: not_found; wrong_status (the confirmation of a cancelled
 * order); mail_not_set_up; too_many_requests (in a day);
 * in_progress, already_exists (the id); mail_not_sent.
 */
export function mailSalesOrderCommand(mailer: Mailer | null): Implementation {
  return implementPrepared(mailSalesOrder, {
    check: async (tx, actor, input) => {
      const printed = await printedOrderOf(tx, actor, input.sales_order_id)
      if (input.document === 'confirmation' && printed.order.status === 'cancelled')
        refuseFields({ document: 'This order is cancelled, so it can’t be confirmed' }, 'wrong_status')
      if (!mailer) refuse('mail_not_set_up')
      await checkDay(tx, actor)
      await claim(tx, actor, input)
      return { printed, mailer }
    },
    prepare: async (actor, input, { printed, mailer: open }) => {
      const { body, ...file } = fileOf(input.document, printed)
      const { order, company } = printed
      await open.send(mailOf(actor, input, order, company, { ...file, body: await body.make() }), actor.org_id)
    },
    giveUp: (tx, actor, { id }) =>
      tx.run(sql`delete from sales_order_mails where org_id = ${actor.org_id} and id = ${id} and sent_at is null`),
    run: async (tx, actor, { id, sales_order_id, document }) => {
      await tx.run(sql`
        update sales_order_mails set sent_at = clock_timestamp() where org_id = ${actor.org_id} and id = ${id}`)
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

/**
 * Everyone who can sign up can send, so the daily number is limited: this server must not become a spam relay. One
 * claim at a time per organization, so that emails sent at once count each other.
 */
async function checkDay(tx: Tx, actor: Actor): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`order emails ${actor.org_id}`}, 0))`)
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*) from sales_order_mails
    where org_id = ${actor.org_id} and claimed_at > clock_timestamp() - interval '1 day'`)
  if (count >= limits.mailsPerDay)
    refuse('too_many_requests', undefined, `You can send up to ${limits.mailsPerDay} emails a day. Try again tomorrow.`)
}

/** A claim without an outcome becomes free once its process can't be working on it any more. */
async function claim(tx: Tx, actor: Actor, { id, sales_order_id, document, recipient }: Input): Promise<void> {
  const claimed = await tx.run(sql`
    insert into sales_order_mails as m (org_id, id, sales_order_id, document, recipient, user_id, user_reference)
    values (${actor.org_id}, ${id}, ${sales_order_id}, ${document}, ${recipient}, ${actor.user_id}, ${userReference(actor)})
    on conflict (org_id, id) do update
    set document = excluded.document, recipient = excluded.recipient, user_id = excluded.user_id,
      user_reference = excluded.user_reference, claimed_at = clock_timestamp()
    where m.sent_at is null and m.sales_order_id = excluded.sales_order_id
      and m.claimed_at < clock_timestamp() - make_interval(secs => ${limits.mailClaimSeconds})`)
  if (claimed === 1) return
  const { sent } = await tx.one(sql<{ sent: boolean }>`
    select sent_at is not null or sales_order_id <> ${sales_order_id} as sent from sales_order_mails
    where org_id = ${actor.org_id} and id = ${id}`)
  refuse(sent ? 'already_exists' : 'in_progress')
}

type File = { file_name: string; content_type: string; body: Buffer }

/** An API key has no mailbox: if the company has none either, replies go to this server's address. */
function replyTo(address: string): { replyTo?: string } {
  return address === '' ? {} : { replyTo: address }
}

function mailOf(actor: Actor, { id, document, recipient }: Input, order: SalesOrder, company: Company, file: File) {
  const title = salesDocumentTitles[document]
  const paragraphs = [
    `Hi ${order.customer_name},`,
    document === 'invoice'
      ? `Your invoice for order ${order.order_number} is attached.`
      : `Thank you for your order ${order.order_number} of ${formatMoney(order.total_amount)}. The order confirmation is attached.`,
    ['Best regards', company.name, company.phone].join('\n').trim(),
  ]
  return {
    id,
    fromName: company.name,
    ...replyTo(company.email || (actor.key_permissions === undefined ? actor.email : '')),
    to: recipient,
    subject: `${title} ${order.order_number} from ${company.name}`,
    text: paragraphs.join('\n\n'),
    ...(company.logo && { logo: company.logo.png, html: htmlOf(company.name, company.logo, paragraphs) }),
    file,
  }
}

/** The same below the company's logo. */
function htmlOf(name: string, { width, height }: Logo, paragraphs: readonly string[]): string {
  const scale = Math.min(1, 200 / width, 72 / height)
  const size = `width="${Math.ceil(width * scale)}" height="${Math.ceil(height * scale)}"`
  const texts = paragraphs.map(
    (text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br />')}</p>`,
  )
  return [
    '<div style="max-width:560px;font:15px/1.5 -apple-system,\'Segoe UI\',Roboto,Helvetica,Arial,sans-serif;color:#18181b">',
    `<p style="margin:0 0 24px"><img src="cid:logo" alt="${escapeHtml(name)}" ${size} style="display:block" /></p>`,
    ...texts,
    '</div>',
  ].join('\n')
}
