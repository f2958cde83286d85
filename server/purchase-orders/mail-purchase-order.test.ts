import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readRecordHistory } from '../../contract/audit-trail.ts'
import { mailPurchaseOrder } from '../../contract/purchase-mails.ts'
import { readSupplier, updateSupplier } from '../../contract/suppliers.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { mailSalesOrder } from '../../contract/sales-mails.ts'
import { newId } from '../platform/ids.ts'
import { createMailer, type Mailer } from '../platform/mail.ts'
import { testApp } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { mailServer } from '../testing/mail-server.ts'
import { ordering } from '../testing/ordering.ts'
import { times, together } from '../testing/together.ts'

// What sales and purchase orders share (refused addresses, interrupted sending) is tested in mail-sales-order.test.ts.

/** The mail server of each test. */
let mailer: Mailer
const app = await testApp({
  accountMailer: null,
  mailer: { send: (mail, org_id) => mailer.send(mail, org_id), deliver: (mail) => mailer.deliver(mail) },
})
const without = await testApp()

async function buying() {
  const server = await mailServer()
  mailer = createMailer({ smtpUrl: server.url, from: 'onhand@stock.example' }, pino({ level: 'silent' }))
  const p = await ordering(app)
  const mailOf = (order: { id: string }) => ({
    id: newId(),
    purchase_order_id: order.id,
    recipient: 'sales@liquids.example',
  })
  return { p, server, mailOf }
}

test('an order goes to its supplier as PDF, and the order says when', async () => {
  const { p, server, mailOf } = await buying()
  const { id, version } = await p.me.call(readSupplier, { id: p.supplier_id })
  await p.me.call(updateSupplier, { id, version, name: 'Exotic Liquids', contact_person: 'Charlotte Cooper' })
  const order = await p.save(await p.ordered(2), { expected_date: '2030-03-04' })
  const mailed = await p.me.call(mailPurchaseOrder, mailOf(order))
  expect(mailed.mails).toEqual([
    {
      id: expect.any(String),
      recipient: 'sales@liquids.example',
      status: 'sent',
      user_reference: expect.any(String),
      mailed_at: expect.any(String),
    },
  ])
  expect(mailed).toEqual({ ...order, mails: mailed.mails })
  expect(await p.read(order)).toEqual(mailed)
  // Without the address: a seal would preserve it for good.
  const { items } = await p.me.call(readRecordHistory, { record_id: order.id })
  expect(items[0]).toMatchObject({ action: 'exported', summary: 'Emailed purchase order', changes: [] })

  expect(server.delivered).toMatchObject([{ from: 'onhand@stock.example', to: ['sales@liquids.example'] }])
  const { message = '' } = server.delivered[0] ?? {}
  const [text = ''] = message.replaceAll('=\r\n', '').split('application/pdf')
  expect(text).toContain('Hi Charlotte Cooper,')
  expect(text).toContain(`Our purchase order ${order.order_number} is attached. We expect delivery by 4 Mar 2030.`)
  expect(message.replaceAll(/\r\n\s+/g, ' ')).toContain(`filename="Purchase Order ${order.order_number}.pdf"`)
  const attached = /application\/pdf[\s\S]*?\r\n\r\n([\s\S]+?)\r\n--/.exec(message)?.[1] ?? ''
  expect(Buffer.from(attached, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
})

test('a draft and a cancelled order are not sent; one that was received is', async () => {
  const { p, server, mailOf } = await buying()
  const draft = await p.draft(1)
  expect(await p.me.refused(mailPurchaseOrder, mailOf(draft))).toMatchObject({
    code: 'wrong_status',
    message: 'This order is a draft. Place it first.',
  })
  const cancelled = await p.cancel(await p.ordered(1))
  expect(await p.me.refused(mailPurchaseOrder, mailOf(cancelled))).toMatchObject({
    code: 'wrong_status',
    message: 'This order is cancelled.',
  })
  const { order: received } = await p.receive(await p.ordered(1), 1)
  expect((await p.me.call(mailPurchaseOrder, mailOf(received))).mails).toMatchObject([{ status: 'sent' }])
  expect(server.delivered).toHaveLength(1)
})

test('the same email sent six times at once goes out once', async () => {
  const { p, server, mailOf } = await buying()
  const one = mailOf(await p.ordered(1))
  const { done, refused } = await together(times(6, () => () => p.me.call(mailPurchaseOrder, one)))
  expect(refused).toEqual(times(6 - done.length, () => 'in_progress'))
  expect(done.length).toBeGreaterThanOrEqual(1)
  expect(server.delivered).toHaveLength(1)
})

test('an address that the mail server refuses leaves nothing', async () => {
  const { p, mailOf } = await buying()
  const order = await p.ordered(1)
  const server = await mailServer({ refuses: () => true })
  mailer = createMailer({ smtpUrl: server.url, from: 'onhand@stock.example' }, pino({ level: 'silent' }))
  expect(await p.me.refused(mailPurchaseOrder, mailOf(order))).toMatchObject({ status: 409, code: 'mail_not_sent' })
  expect((await p.read(order)).mails).toEqual([])
})

test('the emails of both kinds of orders count toward the daily limit', async () => {
  const { p, mailOf } = await buying()
  const order = await p.ordered(1)
  await app.admin.query(
    `insert into purchase_order_mails (org_id, id, purchase_order_id, recipient, user_id, user_reference, sent_at)
     select $1, gen_random_uuid(), $2, 'a@b.example', $3, '', now() from generate_series(1, 499)`,
    [p.me.org_id, order.id, p.me.user_id],
  )
  const tea = await p.product(1)
  const lines = [{ product_id: tea.id, quantity: 1, unit_price: 2 }]
  const sale = await p.me.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
  const mail = { sales_order_id: sale.id, document: 'invoice' as const, recipient: 'ana@shop.example' }
  await p.me.call(mailSalesOrder, { id: newId(), ...mail })
  const tooMany = { status: 429, message: 'You can send up to 500 emails a day. Try again tomorrow.' }
  expect(await p.me.refused(mailPurchaseOrder, mailOf(order))).toMatchObject(tooMany)
  expect(await p.me.refused(mailSalesOrder, { id: newId(), ...mail })).toMatchObject(tooMany)
  expect((await p.read(order)).mails).toHaveLength(100)
})

test("a member who sees a part of the order, viewers and other organizations can't send it, and no one can without a mail server", async () => {
  const { p, server, mailOf } = await buying()
  const product_id = (await p.product(0)).id
  const lineAt = (location_id: string) => ({ product_id, quantity: 1, unit_price: 2, location_id })
  const order = await p.ordered(lineAt(p.main), lineAt(p.shop))
  const limited = await limitedMember(app, p.me, [p.main])
  expect(await limited.refused(mailPurchaseOrder, mailOf(order))).toMatchObject({ status: 403, code: 'forbidden' })
  const viewer = await limitedMember(app, p.me, null, 'viewer')
  expect(await viewer.refused(mailPurchaseOrder, mailOf(order))).toMatchObject({ status: 403 })
  expect(await (await app.signUp()).refused(mailPurchaseOrder, mailOf(order))).toMatchObject({ code: 'not_found' })
  expect(server.delivered).toEqual([])

  const q = await ordering(without)
  expect(await q.me.refused(mailPurchaseOrder, mailOf(await q.ordered(1)))).toMatchObject({
    status: 409,
    code: 'mail_not_set_up',
  })
})
