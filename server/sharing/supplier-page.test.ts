import { expect, test } from 'vitest'
import { listNotifications } from '../../contract/notifications.ts'
import { cancelPurchaseOrder, readPurchaseOrder, updatePurchaseOrder } from '../../contract/purchase-orders.ts'
import { listPurchaseOrderShares } from '../../contract/sharing.ts'
import { readProductStock } from '../../contract/stock.ts'
import { decideSupplierResponse, listSupplierResponses } from '../../contract/supplier-responses.ts'
import { dayText } from '../organizations/company-days.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { ordering, savedAs } from '../testing/ordering.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { formFields, opened, sentForm, sharedPath } from './testing.ts'

const app = await sharedApp()

/** A day this many days from today, in a new organization's time zone (UTC). */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function shared(...quantities: number[]) {
  const s = await ordering(app)
  const order = await s.ordered(...quantities)
  const path = await sharedPath(s.me, 'supplier', order.id)
  const lines = order.lines.map(({ id }) => `quantity_${id}`)
  /** Sends the form as the page has it, with these fields changed. */
  const answer = async (change: Record<string, string>) =>
    sentForm(app, `${path}/answers`, { ...formFields((await opened(app, path)).body), ...change })
  const responses = async () => (await s.me.call(listSupplierResponses, { purchase_order_id: order.id })).items
  return { ...s, purchase: order, path, lines, answer, responses }
}

test('a supplier sees the ordered items, the delivery address and a contact, and can print the order', async () => {
  const s = await shared(5, 3)
  const { status, body } = await opened(app, s.path)
  expect(status).toBe(200)
  for (const text of [
    `Purchase order ${s.purchase.order_number}`,
    'Please confirm this order',
    'Product 1',
    'P-2',
    '$16.00',
    'Main Warehouse',
    'Exotic Liquids',
    'Not confirmed',
  ])
    expect(body).toContain(text)
  for (const secret of [s.me.email, s.me.org_id, s.me.user_id, s.purchase.id, 'Shop floor'])
    expect(body).not.toContain(secret)
  const file = await fetch(`${app.url}${s.path}/document`)
  expect(pdfPages(Buffer.from(await file.arrayBuffer())).join('\n')).toContain(s.purchase.order_number)
})

test('what was over-delivered is on the page and on the printed order, beside the total', async () => {
  const s = await shared(5)
  const amounts = async () => {
    const { body } = await opened(app, s.path)
    const file = await fetch(`${app.url}${s.path}/document`)
    return [body, pdfPages(Buffer.from(await file.arrayBuffer())).join('\n')] as const
  }
  for (const text of await amounts()) expect(text).not.toContain('Over-delivered')
  await s.receive(s.purchase, 5, { quantity: 2, is_over_delivery: true })
  const [page, paper] = await amounts()
  expect(page.replaceAll(/<[^>]*>|\s+/g, ' ')).toMatch(/Total +\$10\.00 +Over-delivered +\$4\.00/)
  expect(paper.replaceAll(/\s+/g, ' ')).toMatch(
    /Total USD \$10\.00 Over-delivered USD \$4\.00 Total including over-delivery USD \$14\.00/,
  )
})

test("a confirmed date is applied to the order immediately, and its products' expected delivery follows", async () => {
  const s = await shared(5)
  const product_id = s.purchase.lines[0]?.product_id ?? ''
  const deliveries = async () => (await s.me.call(readProductStock, { product_id })).deliveries
  expect(await deliveries()).toMatchObject([
    { order_number: s.purchase.order_number, expected_date: null, quantity: 5 },
  ])
  const sent = await s.answer({ expected_date: inDays(9), notes: 'By truck' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${s.path}?sent=answer`])
  expect((await s.read(s.purchase)).expected_date).toBe(inDays(9))
  expect(await deliveries()).toMatchObject([{ expected_date: inDays(9), supplier_name: 'Exotic Liquids', quantity: 5 }])
  expect(await s.responses()).toMatchObject([
    { status: 'confirmed', expected_date: inDays(9), previous_date: null, notes: 'By truck', items: [] },
  ])
  await s.answer({ expected_date: inDays(20) })
  expect(await deliveries()).toMatchObject([{ expected_date: inDays(20) }])
  expect((await s.responses())[0]).toMatchObject({ previous_date: inDays(9), expected_date: inDays(20) })
})

test('outstanding units are expected on the date of their order, the earliest first, and not once it is received or cancelled', async () => {
  const s = await ordering(app)
  const { id: product_id } = await s.product(0)
  const line = { product_id, quantity: 4, unit_price: 2 }
  const [later, sooner, undated, gone] = [
    await s.ordered(line),
    await s.ordered(line),
    await s.ordered(line, line),
    await s.ordered(line),
  ]
  await s.draft(line)
  await s.save(later, { expected_date: '2030-03-01' })
  await s.save(sooner, { expected_date: '2030-02-01' })
  await s.cancel(gone)
  await s.receive(sooner, 1)
  const { deliveries } = await s.me.call(readProductStock, { product_id })
  expect(
    deliveries.map(({ purchase_order_id, expected_date, quantity }) => [purchase_order_id, expected_date, quantity]),
  ).toEqual([
    [sooner.id, '2030-02-01', 3],
    [later.id, '2030-03-01', 4],
    [undated.id, null, 8],
  ])
  const limited = await limitedMember(app, s.me, [s.shop])
  expect((await limited.call(readProductStock, { product_id })).deliveries).toEqual([])
})

test('quantities are a proposal: the order keeps its own until a member accepts, and then what is incoming follows', async () => {
  const s = await shared(5, 3, 2)
  const [first = '', second = '', third = ''] = s.lines
  await s.answer({ expected_date: inDays(9), [first]: '4', [second]: '6', [third]: '0' })
  expect((await s.read(s.purchase)).lines.map(({ quantity }) => quantity)).toEqual([5, 3, 2])
  const [pending] = await s.responses()
  expect(pending).toMatchObject({
    status: 'pending',
    items: [
      { product_sku: 'P-1', ordered_quantity: 5, quantity: 4 },
      { product_sku: 'P-2', ordered_quantity: 3, quantity: 6 },
      { product_sku: 'P-3', ordered_quantity: 2, quantity: 0 },
    ],
  })
  const decided = await s.me.call(decideSupplierResponse, { id: pending?.id ?? '', decision: 'accept' })
  expect(decided).toMatchObject({ status: 'accepted', decided_reference: s.me.email.split('@')[0] })
  const after = await s.read(s.purchase)
  expect(after.lines.map(({ quantity }) => quantity)).toEqual([4, 6])
  expect((await s.stock(after.lines[1]?.product_id ?? '')).incoming).toBe(6)
  expect((await s.stock(s.purchase.lines[2]?.product_id ?? '')).incoming).toBe(0)
  expect((await opened(app, s.path)).body).toContain('Accepted')
  await expectSound(app)
})

test('a declined proposal changes no quantity, is decided once, and leaves the confirmed date', async () => {
  const s = await shared(5)
  await s.answer({ expected_date: inDays(9), [s.lines[0] ?? '']: '4' })
  const id = (await s.responses())[0]?.id ?? ''
  const viewer = await colleague(app, s.me, 'viewer')
  expect(await viewer.refused(decideSupplierResponse, { id, decision: 'decline' })).toMatchObject({ status: 403 })
  await s.me.call(decideSupplierResponse, { id, decision: 'decline' })
  const after = await s.read(s.purchase)
  expect([after.lines[0]?.quantity, after.expected_date]).toEqual([5, inDays(9)])
  expect(await s.me.refused(decideSupplierResponse, { id, decision: 'accept' })).toMatchObject({ code: 'wrong_status' })
})

test('when two members decide on a proposal at once, one decision counts', async () => {
  const s = await shared(5)
  await s.answer({ expected_date: inDays(9), [s.lines[0] ?? '']: '4' })
  const id = (await s.responses())[0]?.id ?? ''
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      s.me.call(decideSupplierResponse, { id, decision: n % 2 === 0 ? 'accept' : 'decline' }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [decided] = await s.responses()
  const { lines } = await s.read(s.purchase)
  expect(lines[0]?.quantity).toBe(decided?.status === 'accepted' ? 4 : 5)
  expect((await s.stock(lines[0]?.product_id ?? '')).incoming).toBe(lines[0]?.quantity)
  await expectSound(app)
})

test('a newer answer replaces a proposal that no one decided', async () => {
  const s = await shared(5)
  await s.answer({ expected_date: inDays(9), [s.lines[0] ?? '']: '4' })
  const id = (await s.responses())[0]?.id ?? ''
  await s.answer({ expected_date: inDays(9), [s.lines[0] ?? '']: '5' })
  const notifications = async () => (await s.me.call(listNotifications, {})).items.map(({ body }) => body)
  await expect.poll(notifications).toContain('The proposed quantities were withdrawn.')
  expect((await s.responses()).map(({ status }) => status)).toEqual(['confirmed', 'replaced'])
  expect(await s.me.refused(decideSupplierResponse, { id, decision: 'accept' })).toMatchObject({ code: 'wrong_status' })
})

test('every link to an order shows its answers: sent unchanged, the page of a second one keeps the proposal', async () => {
  const s = await shared(5)
  const second = await sharedPath(s.me, 'supplier', s.purchase.id)
  await s.answer({ expected_date: inDays(9) })
  const before = formFields((await opened(app, second)).body)
  await s.answer({ expected_date: inDays(9), [s.lines[0] ?? '']: '4' })
  // A page opened before the answer doesn't replace what it never showed.
  const blind = await sentForm(app, `${second}/answers`, { ...before, expected_date: inDays(12) })
  expect([blind.status, blind.body.includes('This order was answered in the meantime.')]).toEqual([409, true])
  const page = await opened(app, second)
  expect(page.body).toContain('4 instead of 5')
  const sent = await sentForm(app, `${second}/answers`, { ...formFields(page.body), expected_date: inDays(12) })
  expect(sent.status).toBe(303)
  const [newest] = await s.responses()
  expect(newest).toMatchObject({ status: 'pending', expected_date: inDays(12), items: [{ quantity: 4 }] })
})

test('the page of a draft says that the order has not been placed', async () => {
  const s = await ordering(app)
  const { id } = await s.draft({ product_id: (await s.product(0)).id, quantity: 5, unit_price: 2 })
  const { body } = await opened(app, await sharedPath(s.me, 'supplier', id))
  expect(body).toContain('hasn’t placed the order yet')
})

test("a proposal for an order that has changed, or that would leave nothing of it, can't be accepted", async () => {
  const s = await shared(5, 3)
  const [first = '', second = ''] = s.lines
  await s.answer({ expected_date: inDays(9), [first]: '0', [second]: '0' })
  const nothing = (await s.responses())[0]?.id ?? ''
  expect(await s.me.refused(decideSupplierResponse, { id: nothing, decision: 'accept' })).toMatchObject({
    code: 'wrong_status',
    message: expect.stringContaining('can’t deliver any of this order'),
  })
  await s.answer({ expected_date: inDays(9), [first]: '4' })
  const input = savedAs(await s.read(s.purchase))
  await s.me.call(updatePurchaseOrder, { ...input, lines: input.lines.map((line) => ({ ...line, quantity: 7 })) })
  const stale = (await s.responses())[0]?.id ?? ''
  expect(await s.me.refused(decideSupplierResponse, { id: stale, decision: 'accept' })).toMatchObject({
    code: 'wrong_status',
    message: expect.stringContaining('has changed since this proposal'),
  })
  expect((await s.read(s.purchase)).lines.map(({ quantity }) => quantity)).toEqual([7, 7])
})

test('the same answer sent twice, or ten times at once, counts once', async () => {
  const s = await shared(5)
  const fields = { ...formFields((await opened(app, s.path)).body), expected_date: inDays(9), [s.lines[0] ?? '']: '4' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => sentForm(app, `${s.path}/answers`, fields)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
  expect(await s.responses()).toHaveLength(1)
})

test("an answer to an outdated order isn't accepted: the page shows the current order, with what was typed", async () => {
  const s = await shared(5)
  const fields = { ...formFields((await opened(app, s.path)).body), expected_date: inDays(9) }
  await s.save(await s.read(s.purchase), { notes: 'Ring first' })
  const { status, body } = await sentForm(app, `${s.path}/answers`, fields)
  expect([status, body.includes('This order changed while you were answering.')]).toEqual([409, true])
  expect(formFields(body)).toMatchObject({
    expected_date: inDays(9),
    version: String((await s.read(s.purchase)).version),
  })
  expect(await s.responses()).toEqual([])
})

test('a response over the limit returns the form with what was typed', async () => {
  const s = await shared(5)
  const [link] = (await s.me.call(listPurchaseOrderShares, { purchase_order_id: s.purchase.id })).items
  await app.admin.query(
    `insert into auth.rate_limits (key, full_at) values ('share_message:' || $1, now() + interval '1 day')`,
    [link?.id],
  )
  const { status, body, headers } = await s.answer({ expected_date: inDays(9) })
  expect([status, body.includes('Too many messages were sent with this link.')]).toEqual([429, true])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(formFields(body)).toMatchObject({ expected_date: inDays(9) })
  expect(await s.responses()).toEqual([])
})

test('an invalid date or quantity is returned with its message, and nothing of the answer is saved', async () => {
  const s = await shared(5)
  await s.receive(s.purchase, 2)
  const [field = ''] = s.lines
  for (const [change, sentence] of [
    [{ expected_date: '' }, 'Enter the delivery date'],
    [{ expected_date: '2026-02-30' }, 'Enter the delivery date'],
    [{ expected_date: inDays(-2) }, 'can’t be in the past'],
    [{ expected_date: '9999-12-31' }, 'too far ahead'],
    [{ [field]: 'many' }, 'Enter a number'],
    [{ [field]: '-1' }, 'Enter a number'],
    [{ [field]: '1e5' }, 'Enter a number'],
    [{ [field]: '4.5' }, 'Enter whole units'],
    [{ [field]: '99999999999.9999999999' }, 'This quantity is too large'],
    [{ [field]: '1' }, '2 already received'],
    [{ notes: 'x'.repeat(2_001) }, 'Must be at most 2000 characters'],
  ] as const) {
    const { status, body } = await s.answer({ expected_date: inDays(9), ...change })
    expect([change, status, body.includes(sentence)]).toEqual([change, 422, true])
  }
  expect(await s.responses()).toEqual([])
  expect((await s.read(s.purchase)).expected_date).toBe(null)
})

test('a quantity that the buyer couldn’t accept is refused when it is proposed, at the same limits', async () => {
  const s = await shared(5)
  const [line] = s.purchase.lines
  const [field = ''] = s.lines
  const priced = async (unit_price: number) => {
    const saved = savedAs(await s.read(s.purchase))
    await s.me.call(updatePurchaseOrder, { ...saved, lines: saved.lines.map((one) => ({ ...one, unit_price })) })
  }
  const propose = async (quantity: string) => {
    const { status, body } = await s.answer({ expected_date: inDays(9), [field]: quantity })
    return [status, body.includes('This quantity is too large')]
  }
  const accept = async () => {
    const [response] = await s.responses()
    await s.me.call(decideSupplierResponse, { id: response?.id ?? '', decision: 'accept' })
    return (await s.read(s.purchase)).lines[0]?.quantity
  }
  // The total: 1 trillion doesn't fit, a cent less does.
  await priced(10)
  expect(await propose('100000000000')).toEqual([422, false])
  expect(await propose('99999999999')).toEqual([303, false])
  await priced(10.01)
  expect(await propose('99999999999')).toEqual([422, true])
  // Extra units are owed too: with one of them, the rest has less room.
  await priced(10)
  const { receipt, order } = await s.receive(await s.read(s.purchase), 5)
  await s.receive(order, { quantity: 1, is_over_delivery: true })
  await s.undo(receipt)
  expect(await propose('99999999999')).toEqual([422, true])
  await priced(2)
  // What is expected at the location: another order's 10 units leave room for the rest.
  await s.ordered({ product_id: line?.product_id ?? '', quantity: 10, unit_price: 1 })
  expect(await propose('99999999990')).toEqual([422, true])
  expect(await propose('99999999989')).toEqual([303, false])
  expect(await accept()).toBe(99_999_999_989)
  await expectSound(app)
})

test('after the first answer the page knows the date, and asks only about what remains', async () => {
  const s = await shared(5, 3)
  const [first = '', second = ''] = s.lines
  expect((await opened(app, s.path)).body).toContain('Send confirmation')
  await s.answer({ expected_date: inDays(9) })
  await s.receive(s.purchase, 5)
  const { body } = await opened(app, s.path)
  for (const text of ['Change delivery', `The rest is confirmed for ${dayText(inDays(9))}.`, 'Received in full'])
    expect(body).toContain(text)
  expect(body).toMatch(new RegExp(`<input type="hidden" name="${first}" value="5"`))
  expect(body).toMatch(new RegExp(`type="number"[^>]* name="${second}"`))
  // What was received in full is sent as it is.
  expect((await s.answer({ expected_date: inDays(12), [second]: '2' })).status).toBe(303)
  const [newest] = await s.responses()
  expect(newest?.items).toMatchObject([{ ordered_quantity: 3, quantity: 2 }])
})

test('a closed order accepts no answers, and its page says so', async () => {
  const s = await shared(5)
  const fields = { ...formFields((await opened(app, s.path)).body), expected_date: inDays(9) }
  const { id, version } = await s.me.call(readPurchaseOrder, { id: s.purchase.id })
  await s.me.call(cancelPurchaseOrder, { id, version })
  expect((await sentForm(app, `${s.path}/answers`, fields)).status).toBe(409)
  const { body } = await opened(app, s.path)
  expect(body).toContain('This order was cancelled')
  expect(body).not.toContain('<form')
  expect(await s.responses()).toEqual([])
})

test('the link is recorded as the author of a changed date, in the audit trail', async () => {
  const s = await shared(5)
  await s.answer({ expected_date: inDays(9) })
  const [link] = (await s.me.call(listPurchaseOrderShares, { purchase_order_id: s.purchase.id })).items
  const { rows } = await app.admin.query<{ table_name: string; user_id: string }>(
    `select table_name, user_id from audit_trail where org_id = $1 and user_id <> $2 order by table_name`,
    [s.me.org_id, s.me.user_id],
  )
  expect(rows).toEqual([
    { table_name: 'purchase_orders', user_id: link?.id },
    { table_name: 'supplier_responses', user_id: link?.id },
  ])
})

test('members are notified of an answer, and how many quantities await a decision', async () => {
  const s = await shared(5, 3)
  await s.answer({ expected_date: inDays(9), [s.lines[0] ?? '']: '4' })
  const notifications = async () =>
    (await s.me.call(listNotifications, {})).items.filter(({ kind }) => kind === 'supplier_answer')
  await expect.poll(async () => (await notifications()).length).toBe(1)
  expect(await notifications()).toMatchObject([
    {
      title: `Delivery of ${s.purchase.order_number} confirmed for ${dayText(inDays(9))}`,
      body: 'The supplier proposed a different quantity for 1 item. Accept or decline it.',
      actor_name: 'Exotic Liquids',
      address: `/purchase-orders/${s.purchase.id}`,
    },
  ])
})

test('a browser that shows the order is notified of an answer', async () => {
  const s = await shared(5)
  const heard = new AbortController()
  const stream = await s.me.fetch('/api/v1/events', { signal: heard.signal })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await s.answer({ expected_date: inDays(9) })
  let text = ''
  while (!text.includes('purchase-orders')) text += (await reader?.read())?.value ?? ''
  expect(text).toContain('shares')
  heard.abort()
})
