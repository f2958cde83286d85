import { expect, test } from 'vitest'
import { listNotifications, saveNotificationPreferences } from '../../contract/notifications.ts'
import { createPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { dayText } from '../organizations/company-days.ts'
import { type Client, testApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { ordering, type Ordering, receiptInput } from '../testing/ordering.ts'
import { together } from '../testing/together.ts'
import { remindOfPayments } from './remind-of-payments.ts'

const app = await testApp()

const remind = () => remindOfPayments(app.db, { fromHour: 0 })

/** A day as the database's clock has it in UTC, the time zone of the test organizations. */
async function dayFromToday(days: number): Promise<string> {
  const { rows } = await app.admin.query<{ day: string }>(
    `select ((now() at time zone 'UTC')::date + $1::int)::text as day`,
    [days],
  )
  return rows[0]?.day ?? ''
}

/** 4 units at $2 on account with Net 30, all or some of them received this many days ago. */
async function received(s: Ordering, daysAgo: number, units = 4): Promise<PurchaseOrder> {
  const { id: supplier_id } = await s.me.call(createSupplier, { name: `Mayumi’s ${daysAgo}`, payment_terms: 'Net 30' })
  const { id: product_id } = await s.product(0)
  const lines = [{ product_id, quantity: 4, unit_price: 2 }]
  const order = await s.submit(await s.me.call(createPurchaseOrder, { supplier_id, lines }))
  const happened_at = await dayFromToday(-daysAgo)
  return (await s.me.call(createReceipt, { ...receiptInput(order, s.main, [units]), happened_at })).order
}

async function remindersOf(person: Client) {
  await app.app.outbox.drain()
  const { items } = await person.call(listNotifications, { limit: 100 })
  return items.filter(({ kind }) => kind === 'payment_due')
}

const titlesOf = async (person: Client) => (await remindersOf(person)).map(({ title }) => title).toSorted()

/** Lets days pass for an order, as a due date that many days earlier. */
const daysLater = (order: PurchaseOrder, days: number) =>
  app.admin.query('update purchase_orders set payment_due_date = payment_due_date - $2::int where id = $1', [
    order.id,
    days,
  ])

test('members are notified once of a payment that is due within a week, and once more when it is overdue', async () => {
  const s = await ordering(app)
  const soon = await received(s, 23)
  const notYet = await received(s, 22)
  const overdue = await received(s, 31)
  await s.pay(await received(s, 40))
  await together([remind, remind])
  await remind()
  const due = `Payment due: ${soon.order_number}`
  expect(await titlesOf(s.me)).toEqual([due, `Payment overdue: ${overdue.order_number}`])
  expect((await remindersOf(s.me)).find(({ title }) => title === due)).toMatchObject({
    type: 'transaction',
    body: `$8.00 to Mayumi’s 23. Due on ${dayText(await dayFromToday(7))}.`,
    address: `/purchase-orders/${soon.id}`,
    actor_name: null,
  })
  await daysLater(soon, 8)
  await s.pay(overdue)
  await remind()
  await remind()
  const titles = await titlesOf(s.me)
  expect(titles).toHaveLength(3)
  expect(titles).toContain(`Payment overdue: ${soon.order_number}`)
  expect(titles.join()).not.toContain(notYet.order_number)
})

test('a new due date is announced again, an old one once', async () => {
  const s = await ordering(app)
  const order = await received(s, 31, 1)
  await remind()
  await s.save(order, { payment_terms_days: 33 })
  await remind()
  await remind()
  expect(await titlesOf(s.me)).toEqual([`Payment due: ${order.order_number}`, `Payment overdue: ${order.order_number}`])
})

test('members who may change orders are notified as they chose; viewers are not', async () => {
  const s = await ordering(app)
  const [viewer, staff, quiet] = [
    await colleague(app, s.me, 'viewer'),
    await colleague(app, s.me, 'staff'),
    await colleague(app, s.me, 'staff'),
  ]
  await quiet.call(saveNotificationPreferences, {
    choices: [{ kind: 'payment_due', channel: 'app', wanted: false }],
    digest_hour: null,
  })
  const { order_number } = await received(s, 31)
  await remind()
  const title = `Payment overdue: ${order_number}`
  expect(await titlesOf(staff)).toEqual([title])
  expect(await titlesOf(viewer)).toEqual([])
  expect(await titlesOf(quiet)).toEqual([])
})

test('a limited member is notified of orders they can see', async () => {
  const s = await ordering(app)
  const [there, elsewhere] = [
    await limitedMember(app, s.me, [s.main], 'staff'),
    await limitedMember(app, s.me, [s.shop], 'staff'),
  ]
  const { order_number } = await received(s, 31)
  await remind()
  expect(await titlesOf(there)).toEqual([`Payment overdue: ${order_number}`])
  expect((await remindersOf(there))[0]?.body).toContain('$8.00')
  expect(await titlesOf(elsewhere)).toEqual([])
})

test('reminders wait for the morning of the organization', async () => {
  const s = await ordering(app)
  await received(s, 31)
  await remindOfPayments(app.db, { fromHour: 24 })
  expect(await titlesOf(s.me)).toEqual([])
  await remind()
  expect(await titlesOf(s.me)).toHaveLength(1)
})
