import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { follow } from '../../contract/comments.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { listNotifications } from '../../contract/notifications.ts'
import { createProduct } from '../../contract/products.ts'
import type { RecordType } from '../../contract/records.ts'
import { createSalesReturn } from '../../contract/sales-returns.ts'
import { saveSettings } from '../../contract/settings.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import { ordering } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

/**
 * The titles of a person's notifications about goods and orders, newest first, once everything queued has been sent.
 */
async function titles(who: Client): Promise<string[]> {
  await app.app.outbox.drain()
  const { items } = await who.call(listNotifications, { limit: 100 })
  return items.filter(({ type }) => type === 'transaction').map(({ title }) => title)
}

const followRecord = (who: Client, record_type: RecordType, record_id: string, following = true) =>
  who.call(follow, { record_type, record_id, following })

/** A colleague who turned off `transaction_notifications`. */
async function quietColleague(owner: Client): Promise<Client> {
  const jane = await colleague(app, owner, 'staff')
  await jane.call(saveSettings, { transaction_notifications: false })
  return jane
}

/** A product in a category. */
async function newTea(me: Client, stock_quantity: number) {
  const { id: category_id } = await me.call(createCategory, { name: 'Teas', color: '#10B981' })
  const { id, name } = await me.call(createProduct, { name: 'Tea', sku: 'TEA', price: 2, stock_quantity, category_id })
  return { id, name, category_id }
}

async function soldTea() {
  const s = await selling(app)
  const tea = await newTea(s.me, 30)
  return { ...s, tea, order: await s.order([[tea.id, 9]]), jane: await quietColleague(s.me) }
}

/** Ships 3, records one as returned and moves 2 to the other location. */
async function moveTea({ me, tea, main, shop, order, ship, giveBack }: Awaited<ReturnType<typeof soldTea>>) {
  await ship(order, 3)
  await giveBack(order, 1)
  const transfer = { product_id: tea.id, from_location_id: main, to_location_id: shop, quantity: 2 }
  await me.call(createTransfer, { ...transfer, reason: 'restock', status: 'completed' })
}

test.each(['product', 'category', 'location'] as const)(
  'following a %s notifies once of each shipment, return and transfer of its goods',
  async (record_type) => {
    const s = await soldTea()
    const id = { product: s.tea.id, category: s.tea.category_id, location: s.main }[record_type]
    await followRecord(s.jane, record_type, id)
    await followRecord(s.me, record_type, id)
    await moveTea(s)
    const { order_number } = s.order
    expect(await titles(s.jane)).toEqual([
      `Transfer of ${s.tea.name} was received`,
      `Return of ${order_number} received`,
      `Shipment 1 of ${order_number} is on its way`,
    ])
    expect(await titles(s.me)).toEqual([])
    await followRecord(s.jane, record_type, id, false)
    await s.ship(s.order, 1)
    expect(await titles(s.jane)).toHaveLength(3)
  },
)

test('following another product or location notifies of none of them', async () => {
  const s = await soldTea()
  await followRecord(s.jane, 'product', (await s.product(5)).id)
  await s.ship(s.order, 3)
  await followRecord(s.jane, 'location', s.shop)
  await s.giveBack(s.order, 1)
  expect(await titles(s.jane)).toEqual([])
})

test('goods that leave because their order is marked as shipped are told with the order', async () => {
  const s = await soldTea()
  await followRecord(s.jane, 'product', s.tea.id)
  await s.to(s.order, 'shipped')
  expect(await titles(s.jane)).toEqual([`${s.order.order_number} is shipped`])
})

test.each(['product', 'category', 'location'] as const)(
  'following a %s notifies of deliveries received and undone',
  async (record_type) => {
    const s = await ordering(app)
    const tea = await newTea(s.me, 0)
    const order = await s.ordered({ product_id: tea.id, quantity: 30, unit_price: 2 })
    const jane = await quietColleague(s.me)
    await followRecord(jane, record_type, { product: tea.id, category: tea.category_id, location: s.main }[record_type])
    const { receipt } = await s.receive(order, 30)
    const received = `Delivery of ${order.order_number} received`
    expect(await titles(jane)).toEqual([received])
    await s.undo(receipt)
    expect(await titles(jane)).toEqual([`Delivery of ${order.order_number} was undone`, received])
  },
)

test('a limited member is told of goods that move at their locations, not of the rest of the same document', async () => {
  const s = await selling(app)
  const [here, elsewhere] = [await s.product(10), await s.product(10)]
  const order = await s.order([
    [here.id, 4],
    [elsewhere.id, 4],
  ])
  await s.ship(order, { item: 0, quantity: 2 }, { item: 1, quantity: 2 })
  const follower = async ({ id }: { id: string }) => {
    const member = await limitedMember(app, s.me, null)
    await member.call(saveSettings, { transaction_notifications: false })
    await followRecord(member, 'product', id)
    await changeLocations(app, member, [s.shop])
    return member
  }
  const [informed, uninformed] = [await follower(here), await follower(elsewhere)]
  const lines = order.lines.map(({ id, product_id }) => ({
    sales_order_item_id: id,
    quantity: 1,
    location_id: product_id === here.id ? s.shop : s.main,
  }))
  await s.me.call(createSalesReturn, { sales_order_id: order.id, lines })
  expect(await titles(informed)).toEqual([`Return of ${order.order_number} received`])
  expect(await titles(uninformed)).toEqual([])
})
