import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createLocation } from '../../contract/locations.ts'
import {
  changeSalesOrderStatus,
  createSalesOrder,
  listSalesOrders,
  readSalesOrder,
  updateSalesOrder,
} from '../../contract/sales-orders.ts'
import { addPayment, recordRefund, reversePayment } from '../../contract/sales-payments.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { savedSale, selling, shipmentInput } from '../testing/selling.ts'

const app = await sharedApp()

/** 5 units of a product in the warehouse and 4 on the shop floor, and a member there. */
async function twoLocations() {
  const s = await selling(app)
  const product = await s.product(5)
  await s.me.call(createTransaction, { ...production(product.id), quantity: 4, location_id: s.shop })
  return { ...s, product, clerk: await limitedMember(app, s.me, [s.shop]) }
}

const production = (product_id: string) => ({ product_id, type: 'in', reason_code: 'production_completion' }) as const

const payment = { amount: 2, payment_method: 'cash' } as const

test('an order with units of other locations is not changed by a limited member, whose shipments still leave', async () => {
  const s = await twoLocations()
  const order = await s.pay(await s.order([[s.product.id, 7]]), 3)
  const seen = await s.clerk.call(readSalesOrder, { id: order.id })
  expect(seen).toMatchObject({ concerns_other_locations: true, version: order.version })
  const listed = async (who: typeof s.me) =>
    (await who.call(listSalesOrders, {})).items.map((one) => one.concerns_other_locations)
  expect(await listed(s.clerk)).toEqual([true])
  expect(await listed(s.me)).toEqual([false])
  const { id, version } = seen
  const refused: [Endpoint, object][] = [
    [addPayment, { sales_order_id: id, ...payment }],
    [recordRefund, { sales_order_id: id, ...payment }],
    [reversePayment, { payment_id: order.payments[0]?.id }],
    [updateSalesOrder, { ...savedSale(seen), notes: 'Fragile' }],
    [changeSalesOrderStatus, { id, version, status: 'processing' }],
    [changeSalesOrderStatus, { id, version, status: 'shipped' }],
  ]
  for (const [endpoint, input] of refused)
    expect(await s.clerk.refused(endpoint, input), endpoint.name).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: expect.stringContaining('location'),
    })
  expect(await s.read(order)).toEqual(order)

  // The warehouse ships its part and the shop floor the rest.
  await s.ship(order, 5)
  const own = await s.clerk.call(createShipment, shipmentInput(order, [2]))
  await s.clerk.call(changeShipmentStatus, { shipment_id: own.id, status: 'in_transit' })
  expect(await s.read(order)).toMatchObject({ status: 'shipped' })
  expect(await s.clerk.refused(addPayment, { sales_order_id: id, ...payment })).toMatchObject({ status: 403 })
  await expectSound(app)
})

test('an order with units of their locations only is theirs to change, whatever other orders contain', async () => {
  const s = await twoLocations()
  await s.order([[s.product.id, 5]])
  const change = async (who: Client) => {
    const order = await who.call(createSalesOrder, {
      customer_name: 'Lazy K Kountry Store',
      lines: [{ product_id: s.product.id, quantity: 2, unit_price: 2 }],
    })
    const saved = await who.call(updateSalesOrder, { ...savedSale(order), notes: 'Fragile' })
    const { payments } = await who.call(addPayment, { sales_order_id: order.id, ...payment })
    const { version } = await who.call(reversePayment, { payment_id: payments[0]?.id ?? '' })
    return who.call(changeSalesOrderStatus, { id: saved.id, version, status: 'shipped' })
  }
  expect(await change(s.clerk)).toMatchObject({ status: 'shipped', concerns_other_locations: false, notes: 'Fragile' })
  await expectSound(app)
})

test('an order of a member limited to one active location ships from there', async () => {
  const s = await twoLocations()
  const sale = {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: s.product.id, quantity: 1, unit_price: 2 }],
  }
  expect(await s.clerk.call(createSalesOrder, sale)).toMatchObject({ location_id: s.shop, backordered: 0 })
  const both = await limitedMember(app, s.me, [s.shop, s.main])
  expect(await both.call(createSalesOrder, sale)).toMatchObject({ location_id: null })
  expect(await s.me.call(createSalesOrder, sale)).toMatchObject({ location_id: null })
})

test('an order of a limited member without a ship-from location also gets units of other locations, immediately', async () => {
  const s = await twoLocations()
  const { id: kiosk } = await s.me.call(createLocation, { name: 'Kiosk' })
  const clerk = await limitedMember(app, s.me, [s.shop, kiosk])
  const sale = (quantity: number, location_id: string | null) =>
    clerk.call(createSalesOrder, {
      customer_name: 'Lazy K Kountry Store',
      location_id,
      lines: [{ product_id: s.product.id, quantity, unit_price: 2 }],
    })
  const fromKiosk = await sale(1, kiosk)
  const first = await sale(2, null)
  expect(first.lines).toMatchObject([{ reserved_quantity: 2, backordered_quantity: 0 }])
  const second = await sale(6, null)
  await app.app.outbox.drain()
  expect((await s.read(second)).lines).toMatchObject([{ reserved_quantity: 6, backordered_quantity: 0 }])

  // The same when they want more later.
  const more = savedSale(first)
  await clerk.call(updateSalesOrder, { ...more, lines: more.lines.map((line) => ({ ...line, quantity: 3 })) })
  await app.app.outbox.drain()
  expect((await s.read(first)).lines).toMatchObject([{ reserved_quantity: 3, backordered_quantity: 0 }])
  expect((await s.read(fromKiosk)).lines).toMatchObject([{ reserved_quantity: 0, backordered_quantity: 1 }])
  await expectSound(app)
})

test('a limited member can pay, edit and cancel an order they created, although units elsewhere are reserved for it', async () => {
  const s = await twoLocations()
  const { id: kiosk } = await s.me.call(createLocation, { name: 'Kiosk' })
  const clerk = await limitedMember(app, s.me, [s.shop, kiosk])
  const sale = async () => {
    const order = await clerk.call(createSalesOrder, {
      customer_name: 'Lazy K Kountry Store',
      lines: [{ product_id: s.product.id, quantity: 7, unit_price: 2 }],
    })
    await app.app.outbox.drain()
    expect((await s.read(order)).lines).toMatchObject([{ reserved_quantity: 7 }])
    return order
  }
  const available = async () => (await s.stock(s.product.id)).available

  const first = await sale()
  expect(await clerk.call(readSalesOrder, { id: first.id })).toMatchObject({ concerns_other_locations: false })
  const paid = await clerk.call(addPayment, { sales_order_id: first.id, ...payment })
  const fewer = savedSale(paid)
  const saved = await clerk.call(updateSalesOrder, {
    ...fewer,
    lines: fewer.lines.map((line) => ({ ...line, quantity: 2 })),
  })
  expect((await s.read(first)).lines).toMatchObject([{ reserved_quantity: 2, backordered_quantity: 0 }])
  await clerk.call(changeSalesOrderStatus, { id: saved.id, version: saved.version, status: 'cancelled' })
  expect(await available()).toBe(9)

  const second = await sale()
  const { version } = second
  const inMain = { ...savedSale(second), location_id: s.main }
  expect(await clerk.refused(updateSalesOrder, inMain)).toMatchObject({ status: 404, code: 'not_found' })
  // They can't ship what is elsewhere, nor can another limited member change the order.
  expect(await clerk.refused(changeSalesOrderStatus, { id: second.id, version, status: 'shipped' })).toMatchObject({
    status: 403,
    message: expect.stringContaining('Ask a member'),
  })
  const cancel = { id: second.id, version, status: 'cancelled' } as const
  expect(await s.clerk.refused(changeSalesOrderStatus, cancel)).toMatchObject({ status: 403 })
  expect(await clerk.call(changeSalesOrderStatus, cancel)).toMatchObject({ status: 'cancelled' })
  expect(await available()).toBe(9)

  // Once units have left elsewhere, the order is no longer theirs to change.
  const third = await sale()
  await s.ship(third, 7)
  expect(await clerk.refused(addPayment, { sales_order_id: third.id, ...payment })).toMatchObject({ status: 403 })
  await expectSound(app)
})
