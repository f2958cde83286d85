import { describe, expect, test } from 'vitest'
import { completeTransfer, createTransfer } from '../../contract/location-transfers.ts'
import { createPurchaseOrder, payPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { sharedApp } from '../testing/app.ts'
import { selling, type Selling, travel } from '../testing/selling.ts'

const app = await sharedApp()

/** A seller with a purchase order of `quantity` of a product for a day. */
async function buying() {
  const s = await selling(app)
  const { id: supplier_id } = await s.me.call(createSupplier, { name: 'Exotic Liquids' })
  const buy = async (product_id: string, quantity: number, expected_date: string | null, location_id = s.main) => {
    const lines = [{ product_id, quantity, unit_price: 1, location_id }]
    const draft = await s.me.call(createPurchaseOrder, { supplier_id, expected_date, lines })
    return s.me.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  }
  return { ...s, buy }
}

const due = async (s: Selling, order: SalesOrder) =>
  (await s.read(order)).lines.map(({ expected_date, expected_from }) => [expected_date, expected_from])

const nothing = [null, null]

describe('when a backordered line is expected', () => {
  test('is the day of the delivery that completes it, after orders that have waited longer', async () => {
    const s = await buying()
    const tea = await s.product(2)
    const first = await s.order([[tea.id, 6]])
    const second = await s.order([[tea.id, 5]])
    expect(await due(s, first)).toEqual([nothing])
    const late = await s.buy(tea.id, 5, '2031-05-20')
    const soon = await s.buy(tea.id, 4, '2031-05-01')
    expect(await due(s, first)).toEqual([['2031-05-01', soon.id]])
    expect(await due(s, second)).toEqual([['2031-05-20', late.id]])
    const third = await s.order([[tea.id, 1]])
    expect(await due(s, third)).toEqual([nothing])
  })

  test('counts only what is still to be received, and only for backordered lines', async () => {
    const s = await buying()
    const [tea, wax] = [await s.product(0), await s.product(9)]
    const order = await s.order([
      [tea.id, 6],
      [wax.id, 3],
    ])
    const bought = await s.buy(tea.id, 8, '2031-05-01')
    expect(await due(s, order)).toEqual([['2031-05-01', bought.id], nothing])
    await receive(s, bought, 5)
    // Five of them are reserved now, and the three that are still to come are enough for the last one.
    expect(await due(s, order)).toEqual([['2031-05-01', bought.id], nothing])
    await receive(s, bought, 3)
    expect(await due(s, order)).toEqual([nothing, nothing])
  })

  test('is unknown if the delivery has no date, goes to another location, or is only a draft', async () => {
    const s = await buying()
    const tea = await s.product(0)
    const order = await s.order([[tea.id, 2]], { location_id: s.main })
    await s.buy(tea.id, 9, '2031-05-01', s.shop)
    expect(await due(s, order)).toEqual([nothing])
    const undated = await s.buy(tea.id, 2, null)
    expect(await due(s, order)).toEqual([[null, undated.id]])
    const anywhere = await s.order([[tea.id, 9]])
    expect(await due(s, anywhere)).toEqual([[null, undated.id]])
  })
})

test('units in transit between locations arrive before any delivery, on an unknown day', async () => {
  const s = await buying()
  const tea = await s.product(4)
  const order = await s.order([[tea.id, 3]], { location_id: s.shop })
  const other = await s.order([[tea.id, 4]], { location_id: s.shop })
  const soon = await s.buy(tea.id, 9, '2031-05-01', s.shop)
  const seen = async (one: SalesOrder) => (await s.read(one)).lines.map((line) => line.is_in_transit)
  expect([await due(s, order), await seen(order)]).toEqual([[['2031-05-01', soon.id]], [false]])
  const transfer = { product_id: tea.id, from_location_id: s.main, to_location_id: s.shop, quantity: 3 }
  const { id } = await s.me.call(createTransfer, { ...transfer, status: 'pending' })
  expect([await due(s, order), await seen(order)]).toEqual([[nothing], [true]])
  expect([await due(s, other), await seen(other)]).toEqual([[['2031-05-01', soon.id]], [false]])
  const elsewhere = await s.order([[tea.id, 2]], { location_id: s.main })
  expect(await seen(elsewhere)).toEqual([false])
  await s.me.call(completeTransfer, { transfer_id: id })
  await app.app.outbox.drain()
  expect([await due(s, order), await seen(order)]).toEqual([[nothing], [false]])
  expect(await due(s, other)).toEqual([['2031-05-01', soon.id]])
})

test('what is in transit is subtracted from what deliveries must bring', async () => {
  const s = await buying()
  const tea = await s.product(2)
  const order = await s.order([[tea.id, 5]], { location_id: s.shop })
  const transfer = { product_id: tea.id, from_location_id: s.main, to_location_id: s.shop, quantity: 2 }
  await s.me.call(createTransfer, { ...transfer, status: 'pending' })
  const soon = await s.buy(tea.id, 3, '2031-05-01', s.shop)
  await s.buy(tea.id, 3, '2031-05-20', s.shop)
  expect(await due(s, order)).toEqual([['2031-05-01', soon.id]])
})

describe('the address of an order', () => {
  async function ordered() {
    const s = await buying()
    const tea = await s.product(9)
    const order = await s.order([[tea.id, 3]])
    expect(order.shipping_address).toBeNull()
    const lines = [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity: 1 }]
    const ship = (shipping_address: string) =>
      s.me.call(createShipment, { ...travel, shipping_address, sales_order_id: order.id, lines })
    const address = async () => (await s.read(order)).shipping_address
    return { s, order, ship, address }
  }

  test('is where its newest shipment with an address goes', async () => {
    const { s, order, ship, address } = await ordered()
    await ship('12 Orchestra Terrace')
    await ship('187 Suffolk Ln.')
    // The rest ships with the status, without an address.
    await s.to(order, 'shipped')
    expect(await address()).toBe('187 Suffolk Ln.')
  })

  test('is never that of a failed delivery', async () => {
    const { s, ship, address } = await ordered()
    const first = await ship('12 Orchestra Terrace')
    const second = await ship('187 Suffolk Ln.')
    const fail = (shipment_id: string) => s.me.call(changeShipmentStatus, { shipment_id, status: 'failed' })
    await fail(second.id)
    expect(await address()).toBe('12 Orchestra Terrace')
    await fail(first.id)
    expect(await address()).toBeNull()
  })
})

async function receive(s: Selling, { id, lines }: PurchaseOrder, quantity: number): Promise<void> {
  await s.me.call(createReceipt, {
    purchase_order_id: id,
    lines: [{ purchase_order_item_id: lines[0]?.id ?? '', quantity, location_id: s.main }],
  })
  // Backorders are filled by a job.
  await app.app.outbox.drain()
}
