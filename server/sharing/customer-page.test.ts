import { expect, test } from 'vitest'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { listSalesOrderQuestions, markQuestionAnswered } from '../../contract/customer-questions.ts'
import { limits } from '../../contract/limits.ts'
import { listNotifications } from '../../contract/notifications.ts'
import { createProduct } from '../../contract/products.ts'
import { updateShipment } from '../../contract/shipments.ts'
import { listSalesOrderShares, revokeShare } from '../../contract/sharing.ts'
import { saveSettings } from '../../contract/settings.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { testApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { selling, travel } from '../testing/selling.ts'
import { formFields, opened, sentForm, sharedPath } from './testing.ts'

const logged: string[] = []
const app = await testApp({ log: createLog('debug', { write: (line: string) => void logged.push(line) }) })

const company = {
  company_name: 'Northwind Traders',
  company_email: 'sales@northwind.example',
  company_phone: '+1 206 555 0100',
  company_address: '12 Pier Road\nSeattle',
  version: 1,
}

async function sold(more = {}) {
  const s = await selling(app)
  await s.me.call(saveSettings, company)
  const order = await s.order([[(await s.product(20)).id, 5]], { customer_email: 'jane@example.com', ...more })
  return { ...s, sale: order, path: await sharedPath(s.me, 'customer', order.id) }
}

test('a customer sees status, items, payments, shipments with tracking, and a contact', async () => {
  const s = await sold()
  await s.pay(s.sale, 4)
  const shipment = await s.ship(s.sale, 2)
  await s.me.call(updateShipment, {
    shipment_id: shipment.id,
    version: shipment.version,
    ...travel,
    tracking_number: '1Z 999',
    estimated_delivery: '2027-01-04',
  })
  const { status, body } = await opened(app, s.path)
  expect(status).toBe(200)
  for (const text of [
    'Northwind Traders',
    `Order ${s.sale.order_number}`,
    'Part of your order is on its way',
    'Estimated delivery: 4 Jan 2027.',
    'Product 1',
    '2 of 5 shipped',
    '5 × $2.00',
    'UPS, Ground',
    'https://www.ups.com/track?tracknum=1Z%20999',
    'On its way',
    'sales@northwind.example',
    'Seattle',
  ])
    expect(body).toContain(text)
  expect(body).toMatch(/<dt>Balance due<\/dt><dd>\$6\.00<\/dd>/)
  await s.move(shipment, 'delivered')
  expect((await opened(app, s.path)).body).toContain('Part of your order was delivered')
})

test('the steps and the items say what was shipped and delivered, and what waits', async () => {
  const s = await selling(app)
  const [tea, ale, okra] = [await s.product(9), await s.product(9), await s.product(1)]
  const sale = await s.order([
    [tea.id, 2],
    [ale.id, 3],
    [okra.id, 4],
  ])
  const path = await sharedPath(s.me, 'customer', sale.id)
  const page = async () => {
    const { body } = await opened(app, path)
    return {
      steps: [...body.matchAll(/<li (?:data-state="(\w+)")? ?(aria-current="step")?>([\w ]+)<\/li>/g)].map(
        ([, state = 'ahead', current, name]) => `${name}: ${state}${current ? ', current' : ''}`,
      ),
      items: [...body.matchAll(/<span class="quiet">([^<]*)<\/span>\s*<\/span>\s*<span class="quantity">/g)].map(
        ([, text = '']) => text.split(' · ').slice(1).join(' · '),
      ),
    }
  }
  expect(await page()).toEqual({
    steps: ['Ordered: done, current', 'Preparing: ahead', 'Shipped: ahead', 'Delivered: ahead'],
    items: ['', '', '3 backordered'],
  })
  const sent = await s.ship(sale, { item: 0, quantity: 2 }, { item: 1, quantity: 1 })
  expect(await page()).toEqual({
    steps: ['Ordered: done', 'Preparing: done', 'Partly shipped: part, current', 'Delivered: ahead'],
    items: ['Shipped', '1 of 3 shipped', 'Not shipped yet · 3 backordered'],
  })
  await s.move(sent, 'delivered')
  await s.ship(sale, { item: 1, quantity: 2 })
  expect(await page()).toEqual({
    steps: ['Ordered: done', 'Preparing: done', 'Partly shipped: part', 'Partly delivered: part, current'],
    items: ['Delivered', 'Shipped, 1 delivered', 'Not shipped yet · 3 backordered'],
  })
})

test('a product without a picture shows the first letter of its name, or its emoji', async () => {
  const s = await selling(app)
  const product = await s.me.call(createProduct, {
    name: '🫖 Teapot',
    sku: 'POT',
    price: 1,
    stock_quantity: 5,
  } as never)
  const { body } = await opened(app, await sharedPath(s.me, 'customer', (await s.order([[product.id, 1]])).id))
  expect(body).toContain('<span class="picture" aria-hidden="true">🫖</span>')
})

test('the page shows the due date of a balance if terms were agreed', async () => {
  const s = await sold()
  expect((await opened(app, s.path)).body).not.toContain('Due date')
  await s.me.call(saveSettings, { version: 2, payment_terms_days: 14 })
  await app.admin.query(`update sales_orders set order_date = '2026-12-24T12:00:00Z' where id = $1`, [s.sale.id])
  expect((await opened(app, s.path)).body).toMatch(/<dt>Due date<\/dt><dd>7 Jan 2027<\/dd>/)
  await s.pay(s.sale, 10)
  expect((await opened(app, s.path)).body).not.toContain('Due date')
})

test('the page shows nothing of the organization but its order and how to contact it', async () => {
  const s = await sold()
  const other = await s.order([[(await s.product(7)).id, 3]], { customer_name: 'Another Customer' })
  const { body } = await opened(app, s.path)
  for (const secret of [
    s.me.email,
    s.me.org_id,
    s.me.user_id,
    s.sale.id,
    other.order_number,
    'Another Customer',
    'Main Warehouse',
  ])
    expect(body).not.toContain(secret)
})

test("reloading a form's address after a refusal leads back to the page", async () => {
  const { path } = await sold()
  const { status, headers } = await opened(app, `${path}/questions`)
  expect([status, headers.get('location')]).toEqual([303, path])
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await opened(app, `${path.slice(0, -4)}0000/questions`)).status).toBe(404)
})

test('it is one page without scripts and inline styles that no one may cache, index or frame, and that sends no referrer', async () => {
  const { path } = await sold()
  const { body, headers } = await opened(app, path)
  expect(body).not.toMatch(/<script|\sstyle=|<style|\son\w+=/i)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  const styles = /href="(\/sharing\/pages\.css\?v=[^"]+)"/.exec(body)?.[1] ?? ''
  const sheet = await opened(app, styles)
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  for (const [, file] of sheet.body.matchAll(/url\('([^']+)'\)/g))
    expect((await opened(app, `/sharing/${file}`)).headers.get('content-type')).toBe('font/woff2')
})

test('anything typed into names, notes and questions is text on the page', async () => {
  const s = await selling(app)
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`
  await s.me.call(saveSettings, { ...company, company_name: hostile, company_address: hostile })
  const product = await s.me.call(createProduct, { name: hostile, sku: `S'"<b>`, price: 1, stock_quantity: 5 } as never)
  const order = await s.order([[product.id, 1]], { customer_name: hostile })
  const path = await sharedPath(s.me, 'customer', order.id)
  await sentForm(app, `${path}/questions`, { id: newId(), question: hostile })
  const { body } = await opened(app, path)
  expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)')
  expect(body).not.toMatch(/<script|<img src=x|<b>/)
})

test("confirmation, invoice and packing slip are available through the link, and documents of other orders aren't", async () => {
  const s = await sold()
  const shipment = await s.ship(s.sale, 2)
  const pdf = async (path: string) => {
    const answer = await fetch(`${app.url}${s.path}${path}`)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'application/pdf'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return pdfPages(Buffer.from(await answer.arrayBuffer())).join('\n')
  }
  expect(await pdf('/documents/invoice')).toContain(`Invoice`)
  expect(await pdf('/documents/confirmation')).toContain(s.sale.order_number)
  const slip = await pdf(`/packing-slips/${shipment.shipment_no}`)
  expect(slip).toContain('Packing Slip')
  // Where stock is stored is the company's own business.
  expect(slip).not.toContain('Main Warehouse')
  for (const path of ['/documents/will', '/packing-slips/2', '/packing-slips/0x1', `/packing-slips/${shipment.id}`])
    expect([path, (await opened(app, s.path + path)).status]).toEqual([path, 404])
})

test('reading changes nothing but when the link was last opened', async () => {
  const s = await sold()
  const print = async () => {
    const { rows: tables } = await app.admin.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'share_visits' order by 1`,
    )
    const prints = []
    for (const { name } of tables)
      prints.push(
        (
          await app.admin.query(
            `select $2 as name, md5(string_agg(t::text, '' order by t::text)) as content from ${name} t where org_id = $1`,
            [s.me.org_id, name],
          )
        ).rows[0],
      )
    return prints
  }
  // Work queued by the order also writes: its notifications first, then the numbers of all its events in the feed.
  await app.app.outbox.drain()
  await app.app.sequencer.drain()
  const before = await print()
  for (const path of ['', '?sent=question', '/documents/invoice', '/questions'])
    for (const method of ['GET', 'HEAD']) await opened(app, s.path + path, { method })
  expect(await print()).toEqual(before)
  const [link] = (await s.me.call(listSalesOrderShares, { sales_order_id: s.sale.id })).items
  expect(link?.last_opened_at).toEqual(expect.any(String))
})

test('a question reaches the order once, however often its form is sent, and the page shows it', async () => {
  const s = await sold()
  const { id } = formFields((await opened(app, s.path)).body)
  const fields = { id: id ?? '', question: 'When will it come?\r\nThank you' }
  const answers = await Promise.all([1, 2, 3].map(() => sentForm(app, `${s.path}/questions`, fields)))
  expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
    Array(3).fill([303, `${s.path}?sent=question`]),
  )
  const { items } = await s.me.call(listSalesOrderQuestions, { sales_order_id: s.sale.id })
  expect(items).toMatchObject([{ question: 'When will it come?\nThank you', answered_at: null }])
  const after = (await opened(app, `${s.path}?sent=question`)).body
  expect(after).toContain('Your question was sent to Northwind Traders.')
  expect(after).toContain('When will it come?')
})

test('a question with a character at the limit of its notification arrives; repeated, it is no further question', async () => {
  const s = await sold()
  const question = `${'x'.repeat(limits.notificationQuoteCharacters - 2)}😀 and more`
  const fields = { id: newId(), question }
  expect((await sentForm(app, `${s.path}/questions`, fields)).status).toBe(303)
  await app.admin.query(
    `insert into sales_order_questions (org_id, id, sales_order_id, share_id, question, asked_at)
     select org_id, gen_random_uuid(), sales_order_id, share_id, 'More?', asked_at from sales_order_questions, generate_series(2, $2)
     where id = $1`,
    [fields.id, limits.messagesPerShare],
  )
  expect((await sentForm(app, `${s.path}/questions`, fields)).headers.get('location')).toBe(`${s.path}?sent=question`)
  const { status, body } = await sentForm(app, `${s.path}/questions`, { ...fields, id: newId() })
  expect([status, body.includes('Too many questions'), body.includes(`${question}</textarea>`)]).toEqual([
    409,
    true,
    true,
  ])
})

test('the link is recorded as the author, in the audit trail too', async () => {
  const s = await sold()
  await sentForm(app, `${s.path}/questions`, { id: newId(), question: 'Where is it?' })
  const [link] = (await s.me.call(listSalesOrderShares, { sales_order_id: s.sale.id })).items
  const { rows } = await app.admin.query(
    `select user_id, action from audit_trail where org_id = $1 and table_name = 'sales_order_questions'`,
    [s.me.org_id],
  )
  expect(rows).toEqual([{ user_id: link?.id, action: 'INSERT' }])
  const { items } = await s.me.call(listAuditTrail, { type: 'sales_orders', limit: 1 })
  expect(items).toMatchObject([
    { username: 'Customer, by link', item_name: s.sale.order_number, subject_id: s.sale.id, action: 'created' },
  ])
})

test('members who can see the order are notified of a question once', async () => {
  const s = await sold({ location_id: null })
  const elsewhere = await s.order([[(await s.product(5)).id, 1]], { location_id: s.main })
  const path = await sharedPath(s.me, 'customer', elsewhere.id)
  const limited = await limitedMember(app, s.me, [s.shop])
  const fields = { id: newId(), question: `When?\n${'Please answer. '.repeat(40)}` }
  await sentForm(app, `${path}/questions`, fields)
  await sentForm(app, `${path}/questions`, fields)
  const notificationsOf = async (who: typeof s.me) =>
    (await who.call(listNotifications, {})).items.filter(({ kind }) => kind === 'customer_question')
  await expect.poll(async () => (await notificationsOf(s.me)).length).toBe(1)
  expect(await notificationsOf(s.me)).toMatchObject([
    {
      title: `Question about ${elsewhere.order_number}`,
      body: expect.stringMatching(/^When\? Please answer\. .{100,}…$/),
      actor_name: elsewhere.customer_name,
      address: `/sales-orders/${elsewhere.id}`,
      is_read: false,
    },
  ])
  expect(await notificationsOf(limited)).toEqual([])
})

test('a member marks a question as answered, and as open again; viewers read it', async () => {
  const s = await sold()
  await sentForm(app, `${s.path}/questions`, { id: newId(), question: 'Where is it?' })
  const viewer = await colleague(app, s.me, 'viewer')
  const [question] = (await viewer.call(listSalesOrderQuestions, { sales_order_id: s.sale.id })).items
  const id = question?.id ?? ''
  expect(await viewer.refused(markQuestionAnswered, { id, is_answered: true })).toMatchObject({ status: 403 })
  const answered = await s.me.call(markQuestionAnswered, { id, is_answered: true })
  expect(answered).toMatchObject({ answered_reference: s.me.email.split('@')[0], answered_at: expect.any(String) })
  expect(await s.me.call(markQuestionAnswered, { id, is_answered: true })).toEqual(answered)
  expect((await opened(app, s.path)).body).toContain('Answered')
  expect(await s.me.call(markQuestionAnswered, { id, is_answered: false })).toMatchObject({ answered_at: null })
})

test('a question without text, or too long, is returned with what was typed and a message', async () => {
  const s = await sold()
  const long = `${'<b>'.repeat(1_000)}`
  for (const [question, sentence] of [
    ['   ', 'Enter your question'],
    ['\u200b\u3164\u2800', 'Enter your question'],
    [long, 'Must be at most 2000 characters'],
  ] as const) {
    const { status, body } = await sentForm(app, `${s.path}/questions`, { id: newId(), question })
    expect([status, body.includes(sentence)]).toEqual([422, true])
    expect(body).not.toContain('<b>')
  }
  expect((await s.me.call(listSalesOrderQuestions, { sales_order_id: s.sale.id })).items).toEqual([])
})

test('forms are accepted from our own pages only', async () => {
  const s = await sold()
  const send = async (headers: Record<string, string>) =>
    (
      await opened(app, `${s.path}/questions`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ id: newId(), question: 'Where is it?' }),
      })
    ).status
  expect(await send({ origin: 'https://evil.example' })).toBe(403)
  expect(await send({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toBe(403)
  expect(await send({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await send({ origin: 'null', 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await send({})).toBe(403)
  expect((await s.me.call(listSalesOrderQuestions, { sales_order_id: s.sale.id })).items).toEqual([])
  expect(await send({ origin: app.url })).toBe(303)
  expect(await send({ origin: 'http://localhost' })).toBe(303)
  expect(await send({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(303)
  expect(await send({ origin: 'null' })).toBe(303)
})

test('forms are small, and must be forms', async () => {
  const s = await sold()
  const send = async (body: string, type: string) =>
    (
      await opened(app, `${s.path}/questions`, {
        method: 'POST',
        headers: { origin: app.url, 'content-type': type },
        body,
      })
    ).status
  expect(await send(`question=${'x'.repeat(100_000)}`, 'application/x-www-form-urlencoded')).toBe(413)
  expect(await send('question=x', 'text/plain')).toBe(415)
  expect(await send('{"question":"x"}', 'application/json')).toBe(415)
})

test('a revoked link accepts no questions, even if it was opened before', async () => {
  const s = await sold()
  const [link] = (await s.me.call(listSalesOrderShares, { sales_order_id: s.sale.id })).items
  await s.me.call(revokeShare, { id: link?.id ?? '' })
  const { status } = await sentForm(app, `${s.path}/questions`, { id: newId(), question: 'Where is it?' })
  expect(status).toBe(404)
  expect((await s.me.call(listSalesOrderQuestions, { sales_order_id: s.sale.id })).items).toEqual([])
})

test('the log contains no link, whatever its address looks like', async () => {
  const s = await sold()
  const secret = s.path.split('/')[2] ?? ''
  for (const path of [
    s.path,
    `${s.path}?sent=question`,
    `${s.path}/documents/invoice`,
    `${s.path}/nothing/here`,
    `/%63ustomer/${secret}`,
    `//customer/${secret}`,
    `/Customer/${secret}`,
    `/supplier/${secret}`,
    `/elsewhere/${secret}`,
    `/customer/${secret}${secret}`,
    `/customer/${'a'.repeat(300)}${secret}`,
  ])
    await opened(app, path)
  await sentForm(app, `${s.path}/questions`, { id: newId(), question: 'A very private question' })
  const everything = logged.join('')
  expect(everything).toContain('/customer/…/documents/:document')
  expect(everything).toContain('/elsewhere/…')
  expect(everything).not.toContain(secret)
  expect(everything).not.toContain('very private')
})

test('links, addresses and messages each have their own rate limit', async () => {
  const s = await sold()
  const [link] = (await s.me.call(listSalesOrderShares, { sales_order_id: s.sale.id })).items
  const empty = async (key: string) => {
    await app.admin.query(
      `insert into auth.rate_limits (key, full_at) values ($1, now() + interval '1 day')
       on conflict (key) do update set full_at = excluded.full_at`,
      [key],
    )
  }
  const fill = (key: string) => app.admin.query('delete from auth.rate_limits where key = $1', [key])
  const ask = () => sentForm(app, `${s.path}/questions`, { id: newId(), question: 'Where is it?' })
  await empty(`share_message:${link?.id}`)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // What was typed comes back, with the reason.
  expect(refused.body).toContain('Where is it?</textarea>')
  expect(refused.body).toContain('Too many messages were sent with this link.')
  expect((await opened(app, s.path)).status).toBe(200)
  await empty(`share:${link?.id}`)
  const busy = await opened(app, s.path)
  expect([busy.status, busy.body.includes('Too many requests')]).toEqual([429, true])
  expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await sold()
  expect((await opened(app, other.path)).status).toBe(200)
  await empty('share_peer:127.0.0.1')
  expect((await opened(app, other.path)).status).toBe(429)
  // Some tokens have come back by now.
  await empty('share_peer:127.0.0.1')
  expect((await opened(app, `/customer/${newId()}`)).status).toBe(429)
  await fill('share_peer:127.0.0.1')
})
