import { expect, test } from 'vitest'
import { createTransfer } from '../../contract/location-transfers.ts'
import { listNotifications } from '../../contract/notifications.ts'
import { updateStock } from '../../contract/stock-updates.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { selling } from '../testing/selling.ts'
import { stocked } from '../testing/stocked.ts'

const app = await testApp()

/** The out-of-stock alerts, newest first, once everything queued has been sent. */
async function outOfStock(person: Client) {
  await app.app.outbox.drain()
  const { items } = await person.call(listNotifications, { limit: 100 })
  return items.filter(({ kind }) => kind === 'out_of_stock')
}

const nameOf = (person: Client) => person.email.split('@')[0]

test('“out of stock” names the shipment that took the last units, and who shipped it', async () => {
  const s = await selling(app)
  const { id, name } = await s.product(5)
  const order = await s.order([[id, 3]])
  const other = await s.order([[id, 2]])
  await s.ship(other, 2)
  expect(await outOfStock(s.me)).toEqual([])
  await s.ship(order, 3)
  expect(await outOfStock(s.me)).toMatchObject([
    {
      title: `Out of stock: ${name}`,
      body: `Last 3 shipped with ${order.order_number}, shipment 1.`,
      actor_name: nameOf(s.me),
    },
  ])
})

test('“out of stock” names the colleague who entered the last transaction, and its reason', async () => {
  const { me, product } = await stocked(app)
  const { id } = await product(4)
  const other = await colleague(app, me, 'staff')
  const take = (person: Client, quantity: number) =>
    person.call(createTransaction, { product_id: id, type: 'out', quantity, reason_code: 'damaged' })
  await take(me, 3)
  await take(other, 1)
  expect(await outOfStock(me)).toMatchObject([{ body: 'Last unit removed: Damaged.', actor_name: nameOf(other) }])
})

test('“out of stock” by an adjustment, a transfer on its way and goods on hold say so', async () => {
  const { me, main, shop, product } = await stocked(app)
  const [adjusted, sent, held] = [await product(4), await product(4), await product(4)]
  await me.call(updateStock, { product_id: adjusted.id, location_id: main, type: 'adjustment', quantity: -4 })
  const way = { product_id: sent.id, from_location_id: main, to_location_id: shop, quantity: 4 }
  await me.call(createTransfer, { ...way, status: 'pending' })
  await me.call(createTransaction, { product_id: held.id, type: 'out', quantity: 4, reason_code: 'qc_hold' })
  expect((await outOfStock(me)).map(({ body }) => body)).toEqual([
    'Last 4 put on hold.',
    'Last 4 sent to Shop floor. 4 in transit.',
    'Last 4 removed: Adjustment.',
  ])
})

test('of postings that arrive together, the one that removed the last unit is named', async () => {
  const { me, product } = await stocked(app)
  const { id } = await product(16)
  const people = await Promise.all(Array.from({ length: 4 }, () => colleague(app, me, 'staff')))
  await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      people[n % 4]!.call(createTransaction, { product_id: id, type: 'out', quantity: 1, reason_code: 'damaged' }),
    ),
  )
  const { rows } = await app.admin.query<{ user_reference: string }>(
    `select user_reference from stock_postings where org_id = $1 order by recorded_at desc limit 1`,
    [me.org_id],
  )
  expect(await outOfStock(me)).toMatchObject([
    { body: 'Last unit removed: Damaged.', actor_name: rows[0]?.user_reference.split('@')[0] },
  ])
})

test('a limited member learns that a product is out of stock, but not who took the last units elsewhere', async () => {
  const { me, main, shop, product } = await stocked(app)
  const { id } = await product(2)
  const came = { product_id: id, location_id: shop, quantity: 1 }
  await me.call(createTransaction, { ...came, type: 'in', reason_code: 'customer_return' })
  const limited = await limitedMember(app, me, [shop])
  const take = (location_id: string, quantity: number) =>
    me.call(createTransaction, { product_id: id, location_id, type: 'out', quantity, reason_code: 'damaged' })
  await take(shop, 1)
  await take(main, 2)
  expect(await outOfStock(limited)).toMatchObject([{ body: null, actor_name: null }])
  expect(await outOfStock(me)).toMatchObject([{ body: 'Last 2 removed: Damaged.', actor_name: nameOf(me) }])
})
