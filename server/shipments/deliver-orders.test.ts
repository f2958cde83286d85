import { expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { deliverSalesOrders } from '../../contract/sales-deliveries.ts'
import { listSalesOrders, type SalesOrder } from '../../contract/sales-orders.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { selling, type Selling } from '../testing/selling.ts'
import { times, together } from '../testing/together.ts'

const app = await sharedApp()

type Asked = InputOf<typeof deliverSalesOrders>['orders'][number]

const asked = ({ id, version }: Asked): Asked => ({ id, version })

/** Shipped orders, of two pieces each. */
async function withShipped(count: number): Promise<{ s: Selling; orders: SalesOrder[] }> {
  const s = await selling(app)
  const product = await s.product(100)
  const orders: SalesOrder[] = []
  for (let made = 0; made < count; made++) orders.push(await s.order([[product.id, 2]], { status: 'shipped' }))
  return { s, orders }
}

const statusesOf = async (s: Selling, orders: readonly SalesOrder[]) =>
  Promise.all(orders.map(async (order) => (await s.read(order)).status))

test('shipped orders and their shipments are delivered together, as each one’s status change does it', async () => {
  const { s, orders } = await withShipped(2)
  const piece = await s.product(9)
  const open = await s.order([[piece.id, 3]])
  const [first, second] = [await s.ship(open, 1), await s.ship(open, 2)]
  await s.move(first, 'delivered')
  const arrived = (await s.shipment(first)).delivered_at
  const listed = (await s.me.call(listSalesOrders, { status: 'shipped' })).items
  expect(listed).toHaveLength(3)
  const stock = await s.stock(piece.id)
  const answer = await s.me.call(deliverSalesOrders, { orders: listed.map(asked) })
  expect(answer.orders).toEqual(listed.map(({ id, version }) => ({ id, version: version + 1 })))
  for (const order of [open, ...orders]) {
    const after = await s.read(order)
    expect(after).toMatchObject({ status: 'delivered', open_lines: 0 })
    expect(answer.orders).toContainEqual(asked(after))
    expect(after.shipments.map(({ status }) => status)).toEqual(after.shipments.map(() => 'delivered'))
    expect(after.status_changes[0]).toMatchObject({
      old_status: 'shipped',
      new_status: 'delivered',
    })
    expect(after.steps.at(-1)).toMatchObject({ name: 'Delivered', status: 'completed' })
  }
  expect((await s.shipment(first)).delivered_at).toBe(arrived)
  const { status_changes, delivered_at } = await s.shipment(second)
  expect(delivered_at).not.toBeNull()
  expect(status_changes[0]).toMatchObject({ old_status: 'in_transit', new_status: 'delivered' })
  expect(await s.stock(piece.id)).toEqual(stock)
  // As for one order.
  const { s: other, orders: alone } = await withShipped(1)
  const one = await other.to(alone[0]!, 'delivered')
  const many = await s.read(orders[0]!)
  expect(one.shipments[0]?.status).toBe(many.shipments[0]?.status)
  expect(one.steps.map(({ name, status }) => [name, status])).toEqual(
    many.steps.map(({ name, status }) => [name, status]),
  )
  expect(one.status_changes.map(({ new_status }) => new_status)).toEqual(
    many.status_changes.map(({ new_status }) => new_status),
  )
  await expectSound(app)
})

test('refused as a whole: another version, not shipped, unknown, another company’s, twice, too many', async () => {
  const { s, orders } = await withShipped(2)
  const [one, other] = orders as [SalesOrder, SalesOrder]
  const open = await s.order([[(await s.product(9)).id, 1]])
  const { s: stranger, orders: foreign } = await withShipped(1)
  const refused = (...more: Asked[]) => s.me.refused(deliverSalesOrders, { orders: [asked(one), ...more.map(asked)] })
  expect(await refused({ id: other.id, version: other.version - 1 })).toMatchObject({
    status: 409,
    code: 'conflict',
    message: `${other.order_number} was changed in the meantime, so nothing was saved.`,
    details: { order_id: other.id, present: other.version },
  })
  expect(await refused(open)).toMatchObject({
    status: 409,
    code: 'wrong_status',
    message: `${open.order_number} isn’t shipped, so nothing was saved.`,
  })
  for (const missing of [{ id: newId(), version: 1 }, foreign[0]!])
    expect(await refused(missing)).toMatchObject({
      status: 404,
      fields: { 'orders.1.id': 'One of these orders no longer exists, so nothing was saved' },
    })
  expect(await refused(one)).toMatchObject({ status: 422, fields: { orders: 'Name each order only once' } })
  const many = times(limits.rowsSelected + 1, () => ({ id: newId(), version: 1 }))
  expect(await refused(...many)).toMatchObject({
    fields: { orders: 'At most 1,000 orders can be marked as delivered at once' },
  })
  expect(await s.me.refused(deliverSalesOrders, { orders: [] })).toMatchObject({ status: 422 })
  expect(await statusesOf(s, orders)).toEqual(['shipped', 'shipped'])
  expect(await statusesOf(stranger, foreign)).toEqual(['shipped'])
})

test('a limited member delivers only orders that concern none but their locations, a viewer none', async () => {
  const { s, orders } = await withShipped(1)
  const clerk = await limitedMember(app, s.me, [s.shop])
  const own = await clerk.refused(deliverSalesOrders, { orders: orders.map(asked) })
  expect(own.status).toBe(403)
  const everywhere = await limitedMember(app, s.me, [s.shop, s.main])
  const viewer = await limitedMember(app, s.me, null, 'viewer')
  expect(await viewer.refused(deliverSalesOrders, { orders: orders.map(asked) })).toMatchObject({ status: 403 })
  expect(await statusesOf(s, orders)).toEqual(['shipped'])
  await everywhere.call(deliverSalesOrders, { orders: orders.map(asked) })
  expect(await statusesOf(s, orders)).toEqual(['delivered'])
})

test('of deliveries and returns of the same orders at the same time each is complete or refused, without deadlock', async () => {
  const { s, orders } = await withShipped(8)
  const deliveries = times(6, (index) => () => {
    const sorted = index % 2 ? orders : orders.toReversed()
    return s.me.call(deliverSalesOrders, { orders: sorted.map(asked) })
  })
  const statuses = orders.map((order) => () => s.to(order, 'delivered'))
  const returns = orders.map((order) => () => s.giveBack(order, 1))
  const { refused } = await together<unknown>([...deliveries, ...statuses, ...returns])
  // Of the six deliveries of all orders, at most one saw the newest versions.
  expect(new Set(refused)).toEqual(new Set(['conflict']))
  expect(refused.length).toBeGreaterThanOrEqual(5)
  const after = await Promise.all(orders.map((order) => s.read(order)))
  for (const { status, shipments, lines } of after) {
    expect(lines[0]?.returned_quantity).toBe(1)
    expect(shipments.map((shipment) => shipment.status)).toEqual([status === 'delivered' ? 'delivered' : 'in_transit'])
  }
  await app.app.outbox.drain()
  await expectSound(app)
})
