import { expect, test } from 'vitest'
import { readDashboard } from '../../contract/dashboard.ts'
import { listSalesOrders, type SalesOrder } from '../../contract/sales-orders.ts'
import { changeShipmentStatus } from '../../contract/shipments.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { selling, type Selling } from '../testing/selling.ts'
import { times } from '../testing/together.ts'

const app = await sharedApp()

/** Receives this many of a product in this lot. */
async function arrive(s: Selling, product_id: string, quantity: number, lot_number: string): Promise<void> {
  await s.me.call(createTransaction, {
    product_id,
    type: 'in',
    quantity,
    reason_code: 'transfer_in',
    lot_number,
    location_id: s.main,
  })
  await app.app.outbox.drain()
}

/** Lets the day of a lot pass. */
async function expire(product_id: string, lot_number: string): Promise<void> {
  const { rowCount } = await app.admin.query(
    `update lots set expires_on = current_date - 365 where product_id = $1 and lot_number = $2`,
    [product_id, lot_number],
  )
  expect(rowCount).toBe(1)
}

/** An order of this many, created without stock; units received in expired lots are never reserved for it. */
async function expiredOnly(s: Selling, on_hand: number, wanted: number): Promise<SalesOrder> {
  const product = await s.product(on_hand)
  await arrive(s, product.id, 2, 'old')
  await expire(product.id, 'old')
  return s.order([[product.id, wanted]])
}

/** The refusal of shipping this many of the first line. */
async function refusedWords(s: Selling, order: SalesOrder, quantity: number): Promise<unknown> {
  const { id } = await s.plan(order, quantity)
  const refusal = await s.me.refused(changeShipmentStatus, { shipment_id: id, status: 'in_transit' })
  expect(refusal).toMatchObject({ code: 'insufficient_stock' })
  return (refusal as { message: string }).message
}

test("expired goods aren't ready: the line says how many there are, and so does the refusal", async () => {
  const s = await selling(app)
  const order = await expiredOnly(s, 0, 2)
  expect(order.lines).toMatchObject([{ remaining: 2, available: 0, ready_quantity: 0, expired_quantity: 2 }])
  expect(await refusedWords(s, order, 2)).toBe('Only 0 of Product 1 available, 2 needed. 2 more have expired.')
})

test('good units beside expired ones are ready, and leave', async () => {
  const s = await selling(app)
  const order = await expiredOnly(s, 3, 5)
  expect(order.lines).toMatchObject([{ remaining: 5, reserved_quantity: 3, ready_quantity: 3, expired_quantity: 2 }])
  await s.ship(order, order.lines[0]!.ready_quantity)
  expect((await s.read(order)).lines).toMatchObject([{ remaining: 2, ready_quantity: 0, expired_quantity: 2 }])
})

test('goods that expire after they were reserved are no longer ready', async () => {
  const s = await selling(app)
  const product = await s.product(1)
  await arrive(s, product.id, 2, 'milk')
  const order = await s.order([[product.id, 3]])
  expect(order.lines).toMatchObject([{ reserved_quantity: 3, ready_quantity: 3, expired_quantity: 0 }])
  await expire(product.id, 'milk')
  expect((await s.read(order)).lines).toMatchObject([{ reserved_quantity: 3, ready_quantity: 1, expired_quantity: 2 }])
  expect(await refusedWords(s, order, 3)).toBe('Only 1 of Product 1 available, 3 needed. 2 more have expired.')
})

test('fresh goods leave instead of those that expired while reserved', async () => {
  const s = await selling(app)
  const product = await s.product(0)
  await arrive(s, product.id, 5, 'milk')
  const order = await s.order([[product.id, 5]])
  await expire(product.id, 'milk')
  await arrive(s, product.id, 5, 'new milk')
  expect(await s.read(order)).toMatchObject({ readiness: 'ready', lines: [{ ready_quantity: 5 }] })
  await s.ship(order, 2)
  expect((await s.read(order)).lines).toMatchObject([{ remaining: 3, reserved_quantity: 0, backordered_quantity: 3 }])
  await app.app.outbox.drain()
  expect((await s.read(order)).lines).toMatchObject([{ reserved_quantity: 3, ready_quantity: 3 }])
  await s.ship(order, 3)
  expect(await s.read(order)).toMatchObject({ lines: [{ remaining: 0 }] })
})

test("goods that expired while reserved for another order aren't counted", async () => {
  const s = await selling(app)
  const product = await s.product(0)
  await arrive(s, product.id, 2, 'milk')
  await s.order([[product.id, 2]])
  await expire(product.id, 'milk')
  const order = await s.order([[product.id, 1]])
  expect(order.lines).toMatchObject([{ available: 0, ready_quantity: 0, expired_quantity: 0 }])
  expect(await refusedWords(s, order, 1)).toBe('Only 0 of Product 1 available, 1 needed.')
})

test('only goods at the location the order ships from are ready', async () => {
  const s = await selling(app)
  const product = await s.product(5)
  await arrive(s, product.id, 1, 'old')
  await expire(product.id, 'old')
  const order = await s.order([[product.id, 3]], { location_id: s.shop })
  expect(order.lines).toMatchObject([{ available: 0, ready_quantity: 0, expired_quantity: 0 }])
  const elsewhere = await s.order([[product.id, 2]])
  expect(elsewhere.lines).toMatchObject([{ reserved_quantity: 2, available: 3, ready_quantity: 2 }])
  expect(await refusedWords(s, order, 3)).toBe('Only 0 of Product 1 available at Shop floor, 3 needed.')
})

test('the contents of a waiting shipment use the reservation first, then what is available', async () => {
  const s = await selling(app)
  const product = await s.product(2)
  const order = await s.order([[product.id, 9]])
  await s.plan(order, 4)
  expect((await s.read(order)).lines).toMatchObject([{ remaining: 5, reserved_quantity: 2, ready_quantity: 0 }])
  const other = await s.product(8)
  const held = await s.order([[other.id, 8]])
  await s.plan(held, 3)
  expect((await s.read(held)).lines).toMatchObject([{ remaining: 5, reserved_quantity: 8, ready_quantity: 5 }])
})

test('of orders created as shipped at the same time, each that comes too late names the missing product', async () => {
  const s = await selling(app)
  for (const round of times(3, (n) => n)) {
    const product = await s.product(5)
    const outcomes = await Promise.allSettled(times(12, () => s.order([[product.id, 1]], { status: 'shipped' })))
    const messages = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
    expect([round, messages.length]).toEqual([round, 7])
    for (const message of messages) expect(message).toMatch(new RegExp(`of ${product.name} available, 1 needed\\.`))
  }
})

test('an order is ready, partly ready or waiting, the same in lists, by itself and in the count of orders to ship', async () => {
  const s = await selling(app)
  const [bolts, wax, rope] = [await s.product(10), await s.product(4), await s.product(0)]
  const expected = new Map<string, string | null>()
  const is = async (readiness: string | null, order: Promise<SalesOrder>) => expected.set((await order).id, readiness)
  await is(
    'ready',
    s.order([
      [bolts.id, 2],
      [wax.id, 2],
    ]),
  )
  await is(
    'partly_ready',
    s.order([
      [bolts.id, 2],
      [rope.id, 1],
    ]),
  )
  await is('partly_ready', s.order([[wax.id, 3]]))
  await is('waiting', s.order([[rope.id, 1]]))
  await is('waiting', s.order([[bolts.id, 1]], { location_id: s.shop }))
  await is(null, s.order([[bolts.id, 1]], { status: 'shipped' }))
  await is(null, s.order([[rope.id, 1]], { status: 'cancelled' }))
  const planned = await s.order([[bolts.id, 2]])
  await s.plan(planned, 2)
  expected.set(planned.id, null)
  // Units in a pending shipment have the available stock: the rest of the order waits.
  const rest = await s.order([[bolts.id, 4]])
  await s.plan(rest, 3)
  expected.set(rest.id, 'waiting')

  const { items } = await s.me.call(listSalesOrders, { limit: 50 })
  expect(new Map(items.map(({ id, readiness }) => [id, readiness]))).toEqual(expected)
  for (const { id, readiness } of items) expect((await s.read({ id })).readiness).toBe(readiness)
  const { sales_orders } = await s.me.call(readDashboard, {})
  expect(sales_orders).toMatchObject({ to_ship: 3, partly_ready: 2, waiting: 3 })

  // What arrives makes them ready.
  await arrive(s, rope.id, 2, 'new')
  expect((await s.me.call(readDashboard, {})).sales_orders).toMatchObject({ to_ship: 4, partly_ready: 1, waiting: 2 })
})

test('goods that expired after they were reserved are not ready', async () => {
  const s = await selling(app)
  const product = await s.product(0)
  await arrive(s, product.id, 3, 'A')
  const order = await s.order([[product.id, 3]])
  expect(order.readiness).toBe('ready')
  await expire(product.id, 'A')
  expect((await s.me.call(listSalesOrders, {})).items).toMatchObject([{ id: order.id, readiness: 'waiting' }])
  expect(await s.read(order)).toMatchObject({ readiness: 'waiting' })
})
