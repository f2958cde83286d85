import { expect, test } from 'vitest'
import {
  createPurchaseOrder,
  listPurchaseOrders,
  type PurchaseOrder,
  reversePurchasePayment,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { readDashboard } from '../../contract/dashboard.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { dayText } from '../organizations/company-days.ts'
import { opened, sharedPath } from '../sharing/testing.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { ordering, type Ordering, receiptInput, savedAs } from '../testing/ordering.ts'
import { createReceipt } from '../../contract/receiving.ts'

const app = await testApp()

/** A day as the database's clock has it in UTC, the time zone of the test organizations. */
async function dayFromToday(days: number): Promise<string> {
  const { rows } = await app.admin.query<{ day: string }>(
    `select ((now() at time zone 'UTC')::date + $1::int)::text as day`,
    [days],
  )
  return rows[0]?.day ?? ''
}

const supplierOn = (s: Ordering, payment_terms: string | null) =>
  s.me.call(createSupplier, { name: `Supplier ${payment_terms}`, payment_terms })

/** A draft of 4 units at $2, of a supplier with these terms. */
async function draftOf(s: Ordering, payment_terms: string | null, own?: { payment_terms_days: number | null }) {
  const [{ id: supplier_id }, { id: product_id }] = await Promise.all([supplierOn(s, payment_terms), s.product(0)])
  return s.me.call(createPurchaseOrder, { supplier_id, lines: [{ product_id, quantity: 4, unit_price: 2 }], ...own })
}

const termsOf = ({ payment_terms_days }: PurchaseOrder) => payment_terms_days

test("a new order takes the days in its supplier's payment terms, unless it is given its own or none", async () => {
  const s = await ordering(app)
  const orders = await Promise.all([
    draftOf(s, 'Net 30'),
    draftOf(s, 'Due on receipt'),
    draftOf(s, 'Prepaid'),
    draftOf(s, null),
    draftOf(s, 'Net 30', { payment_terms_days: 14 }),
    draftOf(s, 'Net 30', { payment_terms_days: null }),
    draftOf(s, null, { payment_terms_days: 60 }),
  ])
  expect(orders.map(termsOf)).toEqual([30, 0, null, null, 14, null, 60])
})

test('a draft with another supplier takes its terms; saving without the field changes nothing else', async () => {
  const s = await ordering(app)
  const draft = await draftOf(s, 'Net 30', { payment_terms_days: 14 })
  const same = await s.save(draft, { notes: 'Same supplier' })
  expect(termsOf(same)).toBe(14)
  const moved = await s.save(same, { supplier_id: (await supplierOn(s, 'Net 60')).id })
  expect(termsOf(moved)).toBe(60)
  const own = await s.save(moved, { supplier_id: (await supplierOn(s, 'Net 10')).id, payment_terms_days: 45 })
  expect(termsOf(own)).toBe(45)
  expect(termsOf(await s.save(own, { supplier_id: s.supplier_id }))).toBeNull()
})

test('a draft with terms is ordered unpaid; without them it has to be paid first', async () => {
  const s = await ordering(app)
  const { id, version } = await draftOf(s, null)
  expect(await s.me.refused(submitPurchaseOrder, { id, version })).toMatchObject({ code: 'wrong_status' })
  const order = await s.submit(await draftOf(s, 'Net 30'))
  expect(order).toMatchObject({
    status: 'ordered',
    payment_status: 'pending',
    paid_amount: 0,
    amount_due: 8,
    payment_due_date: null,
    is_payment_overdue: false,
  })
  const [line] = order.lines
  expect((await s.stock(line!.product_id)).incoming).toBe(4)
  // Back to draft and ordered again, still unpaid.
  expect(await s.submit(await s.reopen(order))).toMatchObject({ status: 'ordered', payment_status: 'pending' })
})

test('payment is due its days after the first receipt that counts', async () => {
  const s = await ordering(app)
  const order = await s.submit(await draftOf(s, 'Net 30'))
  const first = await s.receive(order, 1)
  expect(first.order).toMatchObject({ payment_due_date: await dayFromToday(30), is_payment_overdue: false })
  // A part that came later doesn't postpone what is due for the first.
  const earlier = { ...receiptInput(order, s.main, [1]), happened_at: await dayFromToday(-40) }
  const second = await s.me.call(createReceipt, earlier)
  expect(second.order).toMatchObject({ payment_due_date: await dayFromToday(-10), is_payment_overdue: true })
  await s.undo(second.receipt)
  expect(await s.read(order)).toMatchObject({ payment_due_date: await dayFromToday(30), is_payment_overdue: false })
  await s.undo(first.receipt)
  expect(await s.read(order)).toMatchObject({ status: 'ordered', payment_due_date: null })
  await expectSound(app)
})

test('a paid order is not overdue; once its payment is undone it is again', async () => {
  const s = await ordering(app)
  const order = await s.submit(await draftOf(s, 'Net 30'))
  const late = { ...receiptInput(order, s.main, [4]), happened_at: await dayFromToday(-31) }
  const received = (await s.me.call(createReceipt, late)).order
  expect(received).toMatchObject({ status: 'received', payment_status: 'pending', is_payment_overdue: true })
  const paid = await s.pay(received)
  expect(paid).toMatchObject({ payment_status: 'paid', amount_due: 0, is_payment_overdue: false })
  const payment_id = paid.payments[0]!.id
  expect(await s.me.call(reversePurchasePayment, { payment_id })).toMatchObject({ is_payment_overdue: true })
})

test('an order that is due today is not overdue', async () => {
  const s = await ordering(app)
  const order = await s.submit(await draftOf(s, 'Due on receipt'))
  expect((await s.receive(order, 4)).order).toMatchObject({
    payment_due_date: await dayFromToday(0),
    is_payment_overdue: false,
  })
})

test('the terms of a placed order can change, which moves its due date, but not end', async () => {
  const s = await ordering(app)
  const order = (await s.receive(await s.submit(await draftOf(s, 'Net 30')), 1)).order
  const moved = await s.save(order, { payment_terms_days: 45 })
  expect(moved.payment_due_date).toBe(await dayFromToday(45))
  expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(moved), payment_terms_days: null })).toMatchObject({
    code: 'wrong_status',
    fields: { payment_terms_days: 'Payment terms can’t be removed once the order is placed' },
  })
  const closed = (await s.receive(moved, 3)).order
  expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(closed), payment_terms_days: 60 })).toMatchObject({
    code: 'wrong_status',
  })
})

test('what was received of a cancelled order on account is still to be paid', async () => {
  const s = await ordering(app)
  const order = (await s.receive(await s.submit(await draftOf(s, 'Net 30')), 1)).order
  const cancelled = await s.cancel(order)
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    payment_status: 'pending',
    amount_due: 2,
    payment_due_date: await dayFromToday(30),
  })
  expect(await s.pay(cancelled)).toMatchObject({ amount_due: 0, payment_status: 'partial' })
  // Without anything received, nothing is owed.
  expect(await s.cancel(await s.submit(await draftOf(s, 'Net 30')))).toMatchObject({
    payment_status: 'cancelled',
    amount_due: 0,
  })
  await expectSound(app)
})

test('the filter and the dashboard find unpaid orders that are overdue or due within a week', async () => {
  const s = await ordering(app)
  const received = async (terms: string, daysAgo: number) => {
    const order = await s.submit(await draftOf(s, terms))
    const input = { ...receiptInput(order, s.main, [4]), happened_at: await dayFromToday(-daysAgo) }
    return (await s.me.call(createReceipt, input)).order
  }
  const overdue = await received('Net 30', 31)
  const today = await received('Net 30', 30)
  const soon = await received('Net 30', 23)
  const later = await received('Net 30', 22)
  await s.pay(await received('Net 30', 60))
  await s.submit(await draftOf(s, 'Net 30'))
  const { items } = await s.me.call(listPurchaseOrders, { payment_status: 'due', sort: 'created_at' })
  expect(items.map(({ id, is_payment_overdue }) => [id, is_payment_overdue])).toEqual([
    [overdue.id, true],
    [today.id, false],
    [soon.id, false],
  ])
  expect((await s.me.call(readDashboard, {})).supplier_payments).toEqual({ due: 3, overdue: 1 })
  const numbers = async (sort: 'payment_due_date' | '-payment_due_date') =>
    (await s.me.call(listPurchaseOrders, { sort })).items.map(({ id }) => id)
  expect((await numbers('payment_due_date')).slice(0, 4)).toEqual([overdue.id, today.id, soon.id, later.id])
  expect((await numbers('-payment_due_date')).slice(-4)).toEqual([later.id, soon.id, today.id, overdue.id])
})

test('the printed order has the words of its supplier, or its own days, and the day on which payment is due', async () => {
  const s = await ordering(app)
  const printed = async (order: PurchaseOrder) => {
    const path = await sharedPath(s.me, 'supplier', order.id)
    const file = await fetch(`${app.url}${path}/document`)
    const { body } = await opened(app, path)
    return { pdf: pdfPages(Buffer.from(await file.arrayBuffer())).join('\n'), page: body }
  }
  const ordered = await s.submit(await draftOf(s, '2/10 net 30'))
  expect((await printed(ordered)).pdf).toContain('Payment terms\n2/10 net 30')
  expect((await printed(ordered)).page).toContain('<dt>Payment terms</dt><dd>Net 30</dd>')
  const received = (await s.receive(await s.save(ordered, { payment_terms_days: 45 }), 4)).order
  const due = dayText(await dayFromToday(45))
  const { pdf, page } = await printed(received)
  expect(pdf).toContain(`Payment terms\nNet 45\nPayment due\n${due}`)
  expect(page).toContain(`<dt>Payment due</dt><dd>${due}</dd>`)
  for (const text of Object.values(await printed(await s.pay(received)))) expect(text).not.toContain('Payment due')
  // Paid when it's ordered, whatever the supplier usually allows; words without days are printed as before.
  expect((await printed(await draftOf(s, 'Net 30', { payment_terms_days: null }))).pdf).not.toContain('Payment terms')
  expect((await printed(await draftOf(s, 'Prepaid'))).pdf).toContain('Payment terms\nPrepaid')
})

test('the days are whole, from 0 to 365', async () => {
  const s = await ordering(app)
  const { id: product_id } = await s.product(0)
  const order = { supplier_id: s.supplier_id, lines: [{ product_id, quantity: 1, unit_price: 1 }] }
  for (const payment_terms_days of [-1, 366, 1.5, '30'])
    expect(await s.me.refused(createPurchaseOrder, { ...order, payment_terms_days })).toMatchObject({
      code: 'invalid_input',
      fields: { payment_terms_days: expect.any(String) },
    })
})
