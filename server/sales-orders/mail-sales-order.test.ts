import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { readRecordHistory } from '../../contract/audit-trail.ts'
import { readMe } from '../../contract/me.ts'
import { mailSalesOrder } from '../../contract/sales-mails.ts'
import { saveSettings, readSettings } from '../../contract/settings.ts'
import { newId } from '../platform/ids.ts'
import { createMailer, type Mailer } from '../platform/mail.ts'
import { type RefusedError, testApp } from '../testing/app.ts'
import { type MailServer, mailServer, silentServer } from '../testing/mail-server.ts'
import { selling } from '../testing/selling.ts'
import { times, together } from '../testing/together.ts'

/** The mail server of each test. */
let mailer: Mailer
const app = await testApp({
  accountMailer: null,
  mailer: { send: (mail, org_id) => mailer.send(mail, org_id), deliver: (mail) => mailer.deliver(mail) },
})
const without = await testApp()

const connect = (smtpUrl: string, seconds?: number) =>
  (mailer = createMailer({ smtpUrl, from: 'onhand@stock.example' }, pino({ level: 'silent' }), seconds))

async function withOrder(server?: MailServer) {
  if (server) connect(server.url)
  const s = await selling(app)
  const product = await s.product(5)
  const order = await s.order([[product.id, 2]], { customer_name: 'Ana Trujillo', customer_email: 'ana@shop.example' })
  const input = () => ({
    id: newId(),
    sales_order_id: order.id,
    document: 'invoice' as const,
    recipient: 'ana@shop.example',
  })
  return { s, order, input }
}

const headerOf = (message: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'mi').exec(message)?.[1]?.replaceAll(/\r\n\s+/g, ' ')

test('the invoice and the confirmation go to the customer as PDF, and the order says when', async () => {
  const server = await mailServer()
  const { s, order, input } = await withOrder(server)
  const { version } = await s.me.call(readSettings, {})
  await s.me.call(saveSettings, { version, company_name: 'Öko Räder', company_email: 'office@raeder.example' })
  const mailed = await s.me.call(mailSalesOrder, input())
  expect(mailed.mails).toEqual([
    {
      id: expect.any(String),
      document: 'invoice',
      recipient: 'ana@shop.example',
      status: 'sent',
      user_reference: expect.any(String),
      mailed_at: expect.any(String),
    },
  ])
  expect(mailed).toEqual({ ...order, mails: mailed.mails })
  await s.me.call(mailSalesOrder, { ...input(), document: 'confirmation' })
  expect((await s.read(order)).mails.map(({ document }) => document)).toEqual(['confirmation', 'invoice'])
  // Without the address: a seal would preserve it for good.
  const { items } = await s.me.call(readRecordHistory, { record_id: order.id })
  expect(items.slice(0, 2)).toMatchObject(
    ['Emailed order confirmation', 'Emailed invoice'].map((summary) => ({ action: 'exported', summary, changes: [] })),
  )

  const [invoice, confirmation] = server.delivered
  expect(invoice).toMatchObject({ from: 'onhand@stock.example', to: ['ana@shop.example'] })
  const { message } = invoice!
  expect(headerOf(message, 'From')).toMatch(/<onhand@stock\.example>$/)
  expect(headerOf(message, 'Reply-To')).toBe('office@raeder.example')
  expect(headerOf(message, 'To')).toBe('ana@shop.example')
  expect(headerOf(message, 'Subject')).toContain(`Invoice_${order.order_number}_from_`)
  expect(headerOf(message, 'Content-Disposition')).toContain(`filename="Invoice ${order.order_number}.pdf"`)
  const attached = /application\/pdf[\s\S]*?\r\n\r\n([\s\S]+?)\r\n--/.exec(message)?.[1] ?? ''
  expect(Buffer.from(attached, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect(headerOf(confirmation!.message, 'Content-Disposition')).toContain(
    `filename="Order Confirmation ${order.order_number}.pdf"`,
  )
})

test('a cancelled order is not confirmed, but its invoice is sent', async () => {
  const server = await mailServer()
  const { s, order, input } = await withOrder(server)
  await s.to(order, 'cancelled')
  expect(await s.me.refused(mailSalesOrder, { ...input(), document: 'confirmation' })).toMatchObject({
    code: 'wrong_status',
    fields: { document: 'This order is cancelled, so it can’t be confirmed' },
  })
  expect((await s.me.call(mailSalesOrder, input())).mails).toMatchObject([{ document: 'invoice' }])
})

test('the same email sent twice, one after the other or at once, goes out once', async () => {
  const gate = Promise.withResolvers<void>()
  const server = await mailServer({ waits: gate.promise })
  const { s, input } = await withOrder(server)
  const one = input()
  const codes: string[] = []
  const noteRefusal = (error: RefusedError) => void codes.push(error.code)
  const together = Array.from({ length: 6 }, () => s.me.call(mailSalesOrder, one).catch(noteRefusal))
  await vi.waitFor(() => expect(codes).toEqual(Array.from({ length: 5 }, () => 'in_progress')), 30_000)
  gate.resolve()
  const answer = (await Promise.all(together)).find((order) => order !== undefined)
  expect(await s.me.call(mailSalesOrder, one)).toEqual(answer)
  expect(await s.me.refused(mailSalesOrder, { ...one, document: 'confirmation' })).toMatchObject({
    code: 'idempotency_key_reused',
  })
  // The stored response is deleted after a week; the id isn't.
  await app.admin.query('delete from command_results where key = $1', [one.id])
  expect(await s.me.refused(mailSalesOrder, one)).toMatchObject({ code: 'already_exists' })
  expect(server.delivered).toHaveLength(1)
})

test('an address that the mail server refuses is reported beside its field, and nothing counts as sent', async () => {
  const server = await mailServer({ refuses: (recipient) => recipient.startsWith('unknown') })
  const { s, order, input } = await withOrder(server)
  const one = { ...input(), recipient: 'unknown@shop.example' }
  expect(await s.me.refused(mailSalesOrder, one)).toMatchObject({
    status: 409,
    code: 'mail_not_sent',
    fields: { recipient: 'The mail server doesn’t accept this address' },
  })
  expect((await s.read(order)).mails).toEqual([])
  // Corrected and sent again under the same id, it is sent.
  const corrected = await s.me.call(mailSalesOrder, { ...one, recipient: 'ana@shop.example' })
  expect(corrected.mails).toMatchObject([{ recipient: 'ana@shop.example', status: 'sent' }])
  expect(server.delivered).toHaveLength(1)
})

test('a mail server that hangs, refuses or is unreachable leads to a clear refusal within seconds', async () => {
  const { s, order, input } = await withOrder()
  const asked = (url: string) => {
    connect(url, 0.5)
    return s.me.refused(mailSalesOrder, input())
  }
  const silent = {
    status: 409,
    code: 'mail_not_sent',
    message: 'The mail server isn’t responding. Try again later.',
  }
  expect(await asked(await silentServer())).toMatchObject(silent)
  // Greets, and then stays silent.
  expect(await asked(await silentServer('220 mail.example ESMTP\r\n'))).toMatchObject(silent)
  // Sends the beginning of a response, over and over.
  expect(await asked(await silentServer('220 mail.example ESMTP\r\n', '250-PIPELINING\r\n'))).toMatchObject(silent)
  // No one listens on a closed port of ours.
  expect(await asked('smtp://127.0.0.1:1')).toMatchObject(silent)
  expect(await asked(await silentServer('554 no service for you\r\n'))).toMatchObject({
    status: 409,
    code: 'mail_not_sent',
    message: 'The mail server rejected this email. Contact your administrator.',
  })
  expect((await s.read(order)).mails).toEqual([])
})

test('a mail server that is too slow doesn’t get an email after its sender was told that it wasn’t sent', async () => {
  const slow = await mailServer({ slowMs: 700 })
  const { s, order, input } = await withOrder()
  connect(slow.url, 1)
  expect(await s.me.refused(mailSalesOrder, input())).toMatchObject({ code: 'mail_not_sent' })
  await sleep(2_000)
  expect([slow.delivered, (await s.read(order)).mails]).toEqual([[], []])
})

test('more than one recipient, or anything that ends a header, is refused; names from the database stay in their line', async () => {
  const server = await mailServer()
  const { s, input } = await withOrder(server)
  for (const recipient of [
    '',
    'ana',
    'ana@shop',
    'ana@shop.example\r\nBcc: eve@evil.example',
    'ana@shop.example,eve@evil.example',
    'a,b@shop.example',
    'Ana <ana@shop.example>',
    '"a b"@shop.example',
    'ana@shop.example\0',
    `${'a'.repeat(250)}@b.example`,
    'a\ud800@shop.example',
    null,
    ['ana@shop.example'],
    { address: 'ana@shop.example' },
  ])
    expect(await s.me.refused(mailSalesOrder, { ...input(), recipient })).toMatchObject({
      status: 422,
      fields: { recipient: 'Please enter a valid email address' },
    })
  expect(await s.me.refused(mailSalesOrder, { ...input(), document: 'secret' })).toMatchObject({ status: 422 })

  const { version } = await s.me.call(readSettings, {})
  const company_name = 'Evil\r\nBcc: eve@evil.example\r\n\r\n<b>'
  await s.me.call(saveSettings, { version, company_name })
  await s.me.call(mailSalesOrder, input())
  expect(server.delivered).toMatchObject([{ to: ['ana@shop.example'] }])
  const [head = ''] = server.delivered[0]!.message.split('\r\n\r\n')
  expect(head).not.toMatch(/^bcc:/im)
  expect(headerOf(head, 'From')).toBe('"Evil Bcc: eve@evil.example <b>" <onhand@stock.example>')
})

test("if the connection ends before the mail server's response, the order says so, and the same email can be sent again", async () => {
  const server = await mailServer()
  const { s, order, input } = await withOrder(server)
  const one = input()
  await s.me.call(mailSalesOrder, one)
  // As left by a process that ends in between.
  const leave = (seconds: number) =>
    app.admin.query(
      `with forgotten as (delete from command_results where key = $1)
       update sales_order_mails set sent_at = null, claimed_at = now() - make_interval(secs => $2) where id = $1::uuid`,
      [one.id, seconds],
    )
  await leave(10)
  expect((await s.read(order)).mails).toMatchObject([{ status: 'sending' }])
  expect(await s.me.refused(mailSalesOrder, one)).toMatchObject({ code: 'in_progress' })
  await leave(61)
  expect((await s.read(order)).mails).toMatchObject([{ status: 'unknown' }])
  expect((await s.me.call(mailSalesOrder, one)).mails).toMatchObject([{ status: 'sent' }])
  const ids = server.delivered.map(({ message }) => headerOf(message, 'Message-ID'))
  expect(ids).toEqual([`<${one.id}@stock.example>`, `<${one.id}@stock.example>`])
})

test('emails per day are limited', async () => {
  const { s, order, input } = await withOrder(await mailServer())
  await app.admin.query(
    `insert into sales_order_mails (org_id, id, sales_order_id, document, recipient, user_id, user_reference, sent_at)
     select $1, gen_random_uuid(), $2, 'invoice', 'a@b.example', $3, '', now() from generate_series(1, 499)`,
    [s.me.org_id, order.id, s.me.user_id],
  )
  await s.me.call(mailSalesOrder, input())
  expect(await s.me.refused(mailSalesOrder, input())).toMatchObject({
    status: 429,
    message: 'You can send up to 500 emails a day. Try again tomorrow.',
  })
  expect((await s.read(order)).mails).toHaveLength(100)
})

test('emails per day are limited, even if many are sent at once', async () => {
  const server = await mailServer()
  const { s, order, input } = await withOrder(server)
  await app.admin.query(
    `insert into sales_order_mails (org_id, id, sales_order_id, document, recipient, user_id, user_reference, sent_at)
     select $1, gen_random_uuid(), $2, 'invoice', 'a@b.example', $3, '', now() from generate_series(1, 497)`,
    [s.me.org_id, order.id, s.me.user_id],
  )
  const { done, refused } = await together(times(12, () => () => s.me.call(mailSalesOrder, input())))
  expect(done).toHaveLength(3)
  expect(refused).toEqual(times(9, () => 'too_many_requests'))
  expect(server.delivered).toHaveLength(3)
})

test("viewers and other organizations can't send one, and no one can without a mail server", async () => {
  const server = await mailServer()
  const { s, input } = await withOrder(server)
  expect((await s.me.call(readMe, {})).can_mail).toBe(true)
  const other = await app.signUp()
  expect(await other.refused(mailSalesOrder, input())).toMatchObject({ status: 404, code: 'not_found' })
  await app.admin.query(`update members set role = 'viewer' where org_id = $1`, [s.me.org_id])
  expect(await s.me.refused(mailSalesOrder, input())).toMatchObject({ status: 403 })
  expect(server.delivered).toEqual([])

  const t = await selling(without)
  const order = await t.order([[(await t.product(1)).id, 1]])
  expect((await t.me.call(readMe, {})).can_mail).toBe(false)
  expect(await t.me.refused(mailSalesOrder, { ...input(), sales_order_id: order.id })).toMatchObject({
    status: 409,
    code: 'mail_not_set_up',
    message: 'This server can’t send email. Contact your administrator.',
  })
})
