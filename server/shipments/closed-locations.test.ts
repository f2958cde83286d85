import { afterEach, expect, test } from 'vitest'
import { createTransfer } from '../../contract/location-transfers.ts'
import { deleteLocation, readLocation, updateLocation } from '../../contract/locations.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { changeSalesOrderStatus } from '../../contract/sales-orders.ts'
import { changeShipmentStatus } from '../../contract/shipments.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { savedSale, selling } from '../testing/selling.ts'

const app = await testApp()

afterEach(async () => {
  await app.app.outbox.drain()
  await expectSound(app)
})

/** A seller with `units` of a product in the shop, and none in the warehouse. */
async function shop(units: number) {
  const s = await selling(app)
  const product = await s.product(units)
  const { main: from_location_id, shop: to_location_id } = s
  const move = { product_id: product.id, from_location_id, to_location_id, quantity: units, reason: 'restock' as const }
  await s.me.call(createTransfer, move)
  return {
    ...s,
    product,
    sold: (quantity: number) => s.order([[product.id, quantity]], { location_id: s.shop }),
    deactivate: async () => {
      const { version } = await s.me.call(readLocation, { id: s.shop })
      await s.me.call(updateLocation, { id: s.shop, version, name: 'Shop floor', is_active: false })
    },
    remove: () => s.me.call(deleteLocation, { id: s.shop }),
  }
}

test('a cancelled order is reopened once it ships from an active location', async () => {
  const s = await shop(5)
  const order = await s.sold(5)
  await s.ship(order, 3)
  await s.to(order, 'cancelled')
  await s.me.call(createTransfer, {
    product_id: s.product.id,
    from_location_id: s.shop,
    to_location_id: s.main,
    quantity: 2,
    reason: 'restock',
  })
  await s.remove()
  const { id, version } = await s.read(order)
  expect(await s.me.refused(changeSalesOrderStatus, { id, version, status: 'pending' })).toMatchObject({
    code: 'location_not_active',
    message: 'Shop floor isn’t active. Choose another location to ship from.',
  })
  await s.save(await s.read(order), { location_id: s.main })
  expect(await s.to(order, 'processing')).toMatchObject({ location_id: s.main, lines: [{ reserved_quantity: 2 }] })
})

test('a failed delivery of an order whose location has closed waits where its goods came back', async () => {
  const s = await shop(5)
  const order = await s.sold(5)
  const [first, second] = [await s.ship(order, 3), await s.ship(order, 2)]
  await s.deactivate()
  const failed = { shipment_id: first.id, status: 'failed' as const }
  expect(await s.me.refused(changeShipmentStatus, failed)).toMatchObject({ code: 'location_not_active' })
  await s.move(first, 'failed', { location_id: s.main })
  await app.app.outbox.drain()
  expect(await s.read(order)).toMatchObject({
    location_id: s.main,
    status: 'processing',
    lines: [{ reserved_quantity: 3 }],
  })
  const more = savedSale(await s.read(order))
  await s.save(await s.read(order), { lines: [{ ...more.lines[0]!, quantity: 6 }] })
  await s.move(second, 'failed', { location_id: s.main })
  await app.app.outbox.drain()
  expect((await s.read(order)).lines).toMatchObject([{ reserved_quantity: 5, backordered_quantity: 1 }])
})

test("a shipped item whose product was archived doesn't stop the rest of its order", async () => {
  const s = await selling(app)
  const [bolts, nuts] = [await s.product(3), await s.product(0)]
  const order = await s.order([
    [bolts.id, 3],
    [nuts.id, 2],
  ])
  await s.ship(order, 3)
  await s.me.call(deleteProduct, { id: bolts.id })
  const moved = await s.save(await s.read(order), { location_id: s.shop })
  expect(moved.location_id).toBe(s.shop)
  await s.to(order, 'cancelled')
  expect(await s.to(order, 'processing')).toMatchObject({ lines: [{ status: 'shipped' }, { backordered_quantity: 2 }] })
})
