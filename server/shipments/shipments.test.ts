import { describe, expect, test } from 'vitest'
import { readLocation, updateLocation } from '../../contract/locations.ts'
import { updateProduct } from '../../contract/products.ts'
import { changeSalesOrderStatus, type SalesOrder } from '../../contract/sales-orders.ts'
import {
  changeShipmentStatus,
  createShipment,
  listShipments,
  nextShipmentStatuses,
  readShipment,
  readShipmentCounts,
  shipmentStatuses,
  trackingUrl,
  updateShipment,
} from '../../contract/shipments.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { selling, shipmentInput, travel } from '../testing/selling.ts'

const app = await sharedApp()

describe('a shipment', () => {
  test('moves a pending order to processing, plans its units, and moves no goods', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([[product.id, 6]])
    const shipment = await s.me.call(createShipment, {
      ...shipmentInput(order, [4]),
      tracking_number: '1Z 999',
      estimated_delivery: '2026-12-24',
      shipping_cost: 12.5,
      notes: 'fragile',
    })
    expect(shipment).toMatchObject({
      ...travel,
      id: expect.any(String),
      sales_order_id: order.id,
      user_id: s.me.user_id,
      created_at: expect.any(String),
      shipment_no: 1,
      order_number: order.order_number,
      customer_name: order.customer_name,
      status: 'pending',
      is_implicit: false,
      tracking_number: '1Z 999',
      estimated_delivery: '2026-12-24',
      shipping_cost: 12.5,
      notes: 'fragile',
      units: 4,
      lines: [{ product_id: product.id, quantity: 4 }],
      status_changes: [{ old_status: null, new_status: 'pending' }],
    })
    expect(await s.shipment(shipment)).toEqual(shipment)
    const now = await s.read(order)
    expect(now).toMatchObject({ status: 'processing', open_lines: 1, lines: [{ planned_quantity: 4, remaining: 2 }] })
    expect(now.steps.map(({ name }) => name)).toEqual(['Order placed', 'Stock reserved', 'Shipment created'])
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 10, reserved: 6 })
    await expectSound(app)
  })

  test("in transit takes the line's reservation first, then what is available; delivered completes the order", async () => {
    const s = await selling(app)
    const product = await s.product(3)
    const order = await s.order([[product.id, 5]])
    const other = await s.order([[product.id, 1]])
    const shipment = await s.plan(order, 5)
    expect(await s.me.refused(changeShipmentStatus, { shipment_id: shipment.id, status: 'in_transit' })).toMatchObject({
      code: 'insufficient_stock',
      message: 'Only 3 of Product 1 available, 5 needed.',
      details: { lines: [{ asked: 5, available: 3 }] },
    })
    expect(await s.shipment(shipment)).toMatchObject({ status: 'pending' })
    await s.to(other, 'cancelled')
    await s.me.call(createTransaction, { product_id: product.id, type: 'in', quantity: 2, reason_code: 'transfer_in' })
    await s.move(shipment, 'in_transit')
    expect(await s.read(order)).toMatchObject({
      status: 'shipped',
      lines: [{ status: 'shipped', reserved_quantity: 0 }],
    })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 0 })
    await s.move(shipment, 'delivered', { notes: 'left at the door' })
    const done = await s.shipment(shipment)
    expect(done.status_changes).toMatchObject([
      { old_status: 'in_transit', new_status: 'delivered', notes: 'left at the door' },
      { old_status: 'pending', new_status: 'in_transit' },
      { old_status: null, new_status: 'pending' },
    ])
    expect(await s.read(order)).toMatchObject({ status: 'delivered' })
    await expectSound(app)
  })

  test('takes nothing reserved for another line, and counts two lines of one product together', async () => {
    const s = await selling(app)
    const product = await s.product(5)
    const order = await s.order([
      [product.id, 3],
      [product.id, 3],
    ])
    expect(order.lines.map((line) => line.reserved_quantity)).toEqual([3, 2])
    const shipment = await s.plan(order, 3, { item: 1, quantity: 3 })
    expect(await s.me.refused(changeShipmentStatus, { shipment_id: shipment.id, status: 'in_transit' })).toMatchObject({
      details: { lines: [{ asked: 3, available: 2 }] },
    })
    await expectSound(app)
  })

  test('can be one of several: the order is shipped when the last line leaves, delivered when the last one arrives', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(6)).id, 6]])
    const [one, two] = [await s.ship(order, 2), await s.ship(order, 4)]
    expect(await s.read(order)).toMatchObject({ status: 'shipped' })
    await s.move(two, 'delivered')
    expect(await s.read(order)).toMatchObject({ status: 'shipped' })
    await s.move(one, 'delivered')
    expect(await s.read(order)).toMatchObject({ status: 'delivered' })
    await expectSound(app)
  })

  test("that arrives before the rest has left doesn't make the order delivered", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(6)).id, 6]])
    await s.move(await s.ship(order, 2), 'delivered')
    expect(await s.read(order)).toMatchObject({ status: 'processing' })
    await s.move(await s.ship(order, 4), 'delivered')
    expect(await s.read(order)).toMatchObject({ status: 'delivered' })
  })
})

describe('a shipment that fails', () => {
  test('before it left releases what it planned', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(6)).id, 6]])
    const shipment = await s.plan(order, 4)
    await s.move(shipment, 'failed', { notes: 'box broke' })
    const now = await s.read(order)
    expect(now).toMatchObject({
      status: 'processing',
      lines: [{ planned_quantity: 0, remaining: 6, reserved_quantity: 6 }],
    })
    expect(now.steps.find(({ name }) => name === 'Shipped')).toMatchObject({ status: 'failed' })
    await s.ship(now, 6)
    expect((await s.read(order)).steps.find(({ name }) => name === 'Shipped')).toMatchObject({ status: 'completed' })
    await expectSound(app)
  })

  test('is shown as failed until a later one of the order has left, whether it failed before leaving or in transit', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 9]])
    const stepsOf = async () => new Map((await s.read(order)).steps.map(({ name, status }) => [name, status]))
    await s.ship(order, 1)
    await s.move(await s.plan(order, 2), 'failed')
    expect((await stepsOf()).get('Shipped')).toBe('failed')
    const again = await s.plan(order, 2)
    expect((await stepsOf()).get('Shipped')).toBe('failed')
    await s.move(again, 'in_transit')
    expect((await stepsOf()).has('Shipped')).toBe(false)
    await s.move(again, 'delivered')
    expect((await stepsOf()).has('Shipped')).toBe(false)
    await s.move(await s.plan(order, 1), 'failed')
    expect((await stepsOf()).get('Shipped')).toBe('failed')

    await s.move(await s.ship(order, 3), 'failed')
    expect((await stepsOf()).get('Delivered')).toBe('failed')
    await s.ship(order, 3)
    expect((await stepsOf()).has('Delivered')).toBe(false)
    await expectSound(app)
  })

  for (const account of ['available', 'held'] as const)
    test(`in transit brings goods back as ${account} to where they left from; the order is processing and wants them again`, async () => {
      const s = await selling(app)
      const product = await s.product(6)
      await s.me.call(createTransfer, {
        product_id: product.id,
        from_location_id: s.main,
        to_location_id: s.shop,
        quantity: 2,
        reason: 'restock',
      })
      const order = await s.order([[product.id, 6]])
      const shipment = await s.ship(order, 6)
      expect(await s.read(order)).toMatchObject({ status: 'shipped' })
      await s.move(shipment, 'failed', { account })
      await app.app.outbox.drain()
      const now = await s.read(order)
      const again = account === 'available' ? 6 : 0
      expect(now).toMatchObject({
        status: 'processing',
        lines: [{ shipped_quantity: 0, reserved_quantity: again, backordered_quantity: 6 - again }],
      })
      expect(now.steps.find(({ name }) => name === 'Delivered')).toMatchObject({ status: 'failed' })
      expect(now.steps.find(({ name }) => name === 'Shipped')).toMatchObject({ status: 'pending' })
      const locations = (await s.stock(product.id)).locations.filter((location) => location.on_hand + location.held > 0)
      expect(new Map(locations.map((location) => [location.location_id, location.on_hand + location.held]))).toEqual(
        new Map([
          [s.main, 4],
          [s.shop, 2],
        ]),
      )
      expect((await s.stock(product.id)).held).toBe(6 - again)
      await expectSound(app)
    })

  test('puts its units on hold, and the order gets those that are still available', async () => {
    const s = await selling(app)
    const product = await s.product(8)
    const order = await s.order([[product.id, 5]])
    await s.move(await s.ship(order, 5), 'failed', { account: 'held' })
    await app.app.outbox.drain()
    expect(await s.read(order)).toMatchObject({ lines: [{ reserved_quantity: 3, backordered_quantity: 2 }] })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 3, available: 0, held: 5 })
    await expectSound(app)
  })

  test('brings goods back to a chosen location, into the lots they left, at the cost at which they left', async () => {
    const s = await selling(app)
    const product = await s.product(0)
    for (const [lot_number, quantity] of [
      ['A', 2],
      ['B', 3],
    ] as const)
      await s.me.call(createTransaction, {
        product_id: product.id,
        type: 'in',
        quantity,
        reason_code: 'transfer_in',
        lot_number,
        location_id: s.main,
      })
    const order = await s.order([[product.id, 5]])
    const shipment = await s.ship(order, 5)
    const { id, name, sku, price, version } = product
    await s.me.call(updateProduct, { id, version, name, sku, price, cost_price: 9 })
    await s.move(shipment, 'failed', { account: 'held', location_id: s.shop })
    const shop = (await s.stock(product.id)).locations.find((location) => location.location_id === s.shop)
    expect(shop).toMatchObject({
      held: 5,
      lots: expect.arrayContaining([expect.objectContaining({ lot_number: 'A', held: 2 })]),
    })
    const { rows } = await app.admin.query(
      `select distinct unit_cost::float as unit_cost from stock_movements where product_id = $1 and 'customer' in (from_account, to_account)`,
      [product.id],
    )
    expect(rows).toEqual([{ unit_cost: 0 }])
    await expectSound(app)
  })

  test('is shown in the history as goods of its order that left and came back', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([[product.id, 6]])
    await s.move(await s.ship(order, 4), 'failed')
    // The order reserves the goods again, soon after the commit that brought them back.
    await app.app.outbox.drain()
    const { items } = await s.me.call(listTransactions, { product_id: product.id, limit: 3 })
    const sale = {
      sales_order_id: order.id,
      sales_order_number: order.order_number,
      customer_name: order.customer_name,
    }
    expect(items).toMatchObject([
      { type: 'commitment', on_hand_change: 0, metadata: { ...sale, reason_code: null } },
      { type: 'in', on_hand_change: 4, metadata: { ...sale, reason_code: 'customer_order' } },
      { type: 'out', on_hand_change: -4, metadata: { ...sale, reason_code: 'customer_order' } },
    ])
  })

  test('to a closed location is refused until another one is chosen', async () => {
    const s = await selling(app)
    const product = await s.product(3)
    await s.me.call(createTransfer, {
      product_id: product.id,
      from_location_id: s.main,
      to_location_id: s.shop,
      quantity: 3,
      reason: 'restock',
    })
    const shipment = await s.ship(await s.order([[product.id, 3]]), 3)
    const { version } = await s.me.call(readLocation, { id: s.shop })
    await s.me.call(updateLocation, { id: s.shop, version, name: 'Shop floor', is_active: false })
    expect(await s.me.refused(changeShipmentStatus, { shipment_id: shipment.id, status: 'failed' })).toMatchObject({
      code: 'location_not_active',
      message: 'Shop floor, where these items shipped from, isn’t active. Choose another location.',
    })
    await s.move(shipment, 'failed', { location_id: s.main })
    expect(await s.at(product.id, s.main)).toBe(3)
    await expectSound(app)
  })

  test('of a cancelled order brings goods back and wants nothing again', async () => {
    const s = await selling(app)
    const product = await s.product(6)
    const order = await s.order([[product.id, 6]])
    const shipment = await s.ship(order, 2)
    await s.to(order, 'cancelled')
    expect(await s.shipment(shipment)).toMatchObject({ order_status: 'cancelled' })
    await s.move(shipment, 'failed')
    await app.app.outbox.drain()
    expect(await s.read(order)).toMatchObject({ status: 'cancelled', backordered: 0, lines: [{ shipped_quantity: 0 }] })
    expect(await s.stock(product.id)).toMatchObject({ available: 6 })
    await expectSound(app)
  })

  test('is refused if its goods were already returned', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(3)).id, 3]])
    const shipment = await s.ship(order, 3)
    await s.giveBack(await s.read(order), 1)
    expect(await s.me.refused(changeShipmentStatus, { shipment_id: shipment.id, status: 'failed' })).toMatchObject({
      code: 'line_has_returns',
      details: { returned: 1 },
    })
    await expectSound(app)
  })
})

describe('status × action', () => {
  for (const from of shipmentStatuses)
    for (const to of shipmentStatuses)
      test(`${from} → ${to}: ${nextShipmentStatuses[from].includes(to) ? 'allowed' : 'refused'}`, async () => {
        const s = await selling(app)
        const order = await s.order([[(await s.product(4)).id, 4]])
        const shipment = await s.plan(order, 2)
        if (from === 'failed') await s.move(shipment, 'failed')
        if (from === 'in_transit' || from === 'delivered') await s.move(shipment, 'in_transit')
        if (from === 'delivered') await s.move(shipment, 'delivered')
        if (nextShipmentStatuses[from].includes(to)) expect(await s.move(shipment, to)).toMatchObject({ status: to })
        else {
          expect(await s.me.refused(changeShipmentStatus, { shipment_id: shipment.id, status: to })).toMatchObject({
            status: 409,
            code: 'wrong_status',
          })
          expect(await s.shipment(shipment)).toMatchObject({ status: from })
        }
        await expectSound(app)
      })

  for (const status of ['shipped', 'delivered', 'cancelled'] as const)
    test(`nothing of a ${status} order can be put into a shipment`, async () => {
      const s = await selling(app)
      const order = await s.order([[(await s.product(4)).id, 4]], { status })
      expect(await s.me.refused(createShipment, shipmentInput(order, [1]))).toMatchObject({
        code: 'wrong_status',
        message: `This order is ${status}, so you can’t create a shipment.`,
      })
    })
})

describe('refusals', () => {
  test('missing input, and more than remains, with the numbers', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    await s.ship(order, 1)
    await s.plan(order, 2)
    const input = shipmentInput(order, [4])
    const refusal = (change: object) => s.me.refused(createShipment, { ...input, ...change })
    expect(await refusal({})).toMatchObject({
      status: 409,
      code: 'exceeds_remaining',
      fields: { 'lines.0.quantity': 'Only 3 remaining' },
      details: { lines: [{ ordered: 6, shipped: 1, planned: 2, remaining: 3, asked: 4 }] },
    })
    expect(await refusal({ lines: [{ ...input.lines[0], quantity: 1.5 }] })).toMatchObject({
      code: 'too_many_decimals',
      fields: { 'lines.0.quantity': 'Use a whole number for Product 1' },
    })
    expect(await refusal({ shipping_method: undefined })).toMatchObject({
      fields: { shipping_method: 'Please select a shipping method' },
    })
    expect(await refusal({ carrier: undefined })).toMatchObject({ fields: { carrier: 'Please select a carrier' } })
    expect(await refusal({ carrier: 'pigeon' })).toMatchObject({
      fields: { carrier: 'Must be one of: fedex, ups, usps, dhl' },
    })
    expect(await refusal({ shipping_address: ' ' })).toMatchObject({
      fields: { shipping_address: 'Shipping address is required' },
    })
    expect((await refusal({ shipping_cost: -1 })).status).toBe(422)
    expect((await refusal({ estimated_delivery: '2026-02-31' })).status).toBe(422)
    expect(await refusal({ lines: [] })).toMatchObject({ fields: { lines: 'Enter a quantity for at least one item' } })
    const [line] = input.lines
    for (const quantity of [0, -1, 'NaN', 1e308])
      expect((await refusal({ lines: [{ ...line, quantity }] })).status).toBe(422)
    expect(await refusal({ lines: [{ ...line, sales_order_item_id: newId() }] })).toMatchObject({ status: 404 })
    expect(await refusal({ lines: Array.from({ length: 1_001 }, () => line) })).toMatchObject({
      fields: { lines: 'A shipment has at most 1000 lines' },
    })
    const twice = { ...line, quantity: 1 }
    expect(await refusal({ lines: [twice, twice] })).toMatchObject({ status: 404 })
    for (const field of ['status', 'user_id', 'is_implicit'])
      expect((await refusal({ [field]: 'delivered' })).status).toBe(422)
    await expectSound(app)
  })

  test('the same request sent twice is one shipment; with other content it is refused', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const input = { ...shipmentInput(order, [2]), id: newId() }
    const made = await s.me.call(createShipment, input)
    expect(await s.me.call(createShipment, input)).toEqual(made)
    expect(await s.me.refused(createShipment, { ...input, carrier: 'dhl' })).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    })
    expect(await s.read(order)).toMatchObject({ shipments: [{ id: input.id }], lines: [{ planned_quantity: 2 }] })
  })

  test('anything of another organization; and a viewer', async () => {
    const [s, t] = [await selling(app), await selling(app)]
    const order = await t.order([[(await t.product(9)).id, 6]])
    const { id, version } = await t.plan(order, 2)
    const foreign = [
      [createShipment, shipmentInput(order, [1])],
      [readShipment, { shipment_id: id }],
      [updateShipment, { shipment_id: id, version, ...travel }],
      [changeShipmentStatus, { shipment_id: id, status: 'in_transit' }],
    ] as const
    for (const [endpoint, input] of foreign)
      expect(await s.me.refused(endpoint, input)).toMatchObject({ status: 404, code: 'not_found' })
    expect((await s.me.call(listShipments, { search: order.order_number })).items).toEqual([])
    await t.move({ id }, 'in_transit')
    expect(
      await t.me.refused(changeShipmentStatus, { shipment_id: id, status: 'failed', location_id: s.shop }),
    ).toMatchObject({
      status: 404,
    })
    await app.admin.query(`update members set role = 'viewer' where org_id = $1`, [t.me.org_id])
    for (const [endpoint, input] of foreign.filter(([row]) => row !== readShipment))
      expect(await t.me.refused(endpoint, input)).toMatchObject({ status: 403 })
  })
})

test('delivery details can be edited in any status, from the current version', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(4)).id, 4]], { status: 'shipped' })
  const [shipment] = order.shipments
  const { version } = await s.shipment(shipment!)
  const input = { ...travel, shipment_id: shipment!.id, version, carrier: 'dhl' as const, tracking_number: 'JD01' }
  const saved = await s.me.call(updateShipment, input)
  expect(saved).toMatchObject({ carrier: 'dhl', tracking_number: 'JD01', status: 'in_transit', is_implicit: true })
  expect(await s.me.refused(updateShipment, input)).toMatchObject({
    code: 'conflict',
    details: { seen: version, present: version + 1, record: saved },
  })
})

test('an order names its oldest pending shipment whose units can all leave', async () => {
  const s = await selling(app)
  const [tea, ale, rice] = [await s.product(5), await s.product(0), await s.product(3)]
  const order = await s.order([
    [tea.id, 10],
    [ale.id, 2],
    [rice.id, 3],
  ])
  expect(order.shippable_shipment_id).toBeNull()
  await s.plan(order, { item: 0, quantity: 4 }, { item: 1, quantity: 1 })
  expect(await s.read(order)).toMatchObject({ shippable_shipment_id: null })
  const first = await s.plan(order, { item: 0, quantity: 5 })
  const second = await s.plan(order, { item: 2, quantity: 3 })
  expect(await s.read(order)).toMatchObject({ shippable_shipment_id: first.id })
  await s.move(first, 'in_transit')
  expect(await s.read(order)).toMatchObject({ shippable_shipment_id: second.id })
  await s.move(second, 'in_transit')
  expect(await s.read(order)).toMatchObject({ shippable_shipment_id: null })
})

test('the list and the counts leave out implicit shipments that were undone', async () => {
  const s = await selling(app)
  const product = await s.product(20)
  const order = await s.order([[product.id, 4]], { status: 'shipped' })
  await s.to(order, 'pending')
  const one = await s.plan(order, 1)
  const two = await s.ship(order, 2)
  await s.me.call(updateShipment, { ...travel, shipment_id: two.id, version: two.version, tracking_number: '1Z-ABC' })
  const list = async (input: object) => (await s.me.call(listShipments, input)).items.map(({ id }) => id)
  expect(await list({})).toEqual([two.id, one.id])
  expect(await list({ status: 'pending' })).toEqual([one.id])
  expect(await list({ search: 'z-ab' })).toEqual([two.id])
  expect(await list({ search: order.order_number })).toEqual([two.id, one.id])
  expect(await list({ search: 'unknown' })).toEqual([])
  expect(await list({ sales_order_id: order.id, carrier: 'ups', limit: 1 })).toEqual([two.id])
  const page = await s.me.call(listShipments, { limit: 1 })
  expect(await list({ limit: 1, cursor: page.next ?? '' })).toEqual([one.id])
  expect(await s.me.call(readShipmentCounts, {})).toEqual({
    total: 2,
    pending: 1,
    in_transit: 1,
    delivered: 0,
    failed: 0,
  })
})

test('a tracking number is only a parameter of the carrier’s address, whatever was typed', () => {
  expect(trackingUrl('ups', '1Z 9&a=javascript:')).toBe('https://www.ups.com/track?tracknum=1Z%209%26a%3Djavascript%3A')
  expect(trackingUrl('fedex', '//evil')).toBe('https://www.fedex.com/fedextrack/?trknbr=%2F%2Fevil')
  expect(trackingUrl(null, '1')).toBeNull()
  expect(trackingUrl('dhl', null)).toBeNull()
})

async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(Array.from({ length: count }, (_, index) => make(index)))
}
const done = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter((outcome) => outcome.status === 'fulfilled').length
const refusals = (outcomes: PromiseSettledResult<unknown>[]) =>
  [
    ...new Set(
      outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [])),
    ),
  ].toSorted()

describe('concurrent requests', () => {
  test('B3, B22: forty orders for the last ten units reserve ten; forty created as shipped ship ten', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const orders = await times(40, () => s.order([[product.id, 1]]))
    expect(done(orders)).toBe(40)
    expect(await s.stock(product.id)).toMatchObject({ available: 0, reserved: 10 })
    const reserved = orders.flatMap((one) =>
      one.status === 'fulfilled' ? [one.value.lines[0]!.reserved_quantity] : [],
    )
    expect(reserved.reduce((sum, quantity) => sum + quantity, 0)).toBe(10)

    const other = await s.product(10)
    const sold = await times(40, () => s.order([[other.id, 1]], { status: 'shipped' }))
    expect([done(sold), refusals(sold)]).toEqual([10, ['insufficient_stock']])
    expect(await s.stock(other.id)).toMatchObject({ on_hand: 0 })
    await expectSound(app)
  })

  test('B18: taking the last units in every way at once takes each unit once', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const waiting = await s.order([[product.id, 3]])
    const planned = await s.plan(waiting, 3)
    const outcomes = await times<unknown>(40, (n) => {
      if (n === 0) return s.move(planned, 'in_transit')
      if (n % 4 === 0) return s.order([[product.id, 1]], { status: 'shipped' })
      if (n % 4 === 1)
        return s.me.call(createTransaction, {
          product_id: product.id,
          type: 'out',
          quantity: 1,
          reason_code: 'customer_order',
        })
      if (n % 4 === 2)
        return s.me.call(createTransfer, {
          product_id: product.id,
          from_location_id: s.main,
          to_location_id: s.shop,
          quantity: 1,
          reason: 'restock',
        })
      return s.order([[product.id, 1]])
    })
    expect(refusals(outcomes)).toEqual(['insufficient_stock'])
    const { on_hand } = await s.stock(product.id)
    const { rows } = await app.admin.query(
      `select sum(case when to_account = 'customer' then quantity else 0 end)::float as sold from stock_movements where product_id = $1`,
      [product.id],
    )
    expect(on_hand + rows[0].sold).toBe(10)
    await expectSound(app)
  })

  test('B13: thirty shipments of the same line plan it once', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(10)).id, 10]])
    const outcomes = await times(30, () => s.plan(order, 3))
    expect([done(outcomes), refusals(outcomes)]).toEqual([3, ['exceeds_remaining']])
    expect(await s.read(order)).toMatchObject({ lines: [{ planned_quantity: 9, remaining: 1 }] })
    await expectSound(app)
  })

  test('B4: one shipment sent, delivered and failed by thirty people: each step happens once', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const shipment = await s.plan(await s.order([[product.id, 6]]), 6)
    const sent = await times(30, () => s.move(shipment, 'in_transit'))
    expect([done(sent), refusals(sent)]).toEqual([1, ['wrong_status']])
    const ended = await times(30, (n) => s.move(shipment, n % 2 ? 'delivered' : 'failed'))
    expect([done(ended), refusals(ended)]).toEqual([1, ['wrong_status']])
    const { on_hand } = await s.stock(product.id)
    expect(on_hand).toBe((await s.shipment(shipment)).status === 'delivered' ? 4 : 10)
    await expectSound(app)
  })

  test('shipping and cancelling the same order: one of them wins, and the goods match it', async () => {
    const s = await selling(app)
    const product = await s.product(40)
    for (let round = 0; round < 4; round++) {
      const order = await s.order([[product.id, 5]])
      const shipment = await s.plan(order, 5)
      const { id, version } = await s.read(order)
      const outcomes = await times<unknown>(8, (n) =>
        n % 2
          ? s.move(shipment, 'in_transit')
          : s.me.call(changeSalesOrderStatus, { id, version, status: 'cancelled' }),
      )
      expect(done(outcomes)).toBe(1)
      const now = await s.read(order)
      expect(['shipped', 'cancelled']).toContain(now.status)
      expect(now.lines[0]).toMatchObject({ shipped_quantity: now.status === 'shipped' ? 5 : 0, reserved_quantity: 0 })
    }
    await expectSound(app)
  })

  test('editing, shipping, receiving and filling at the same time: no deadlock, and every unit is accounted for', async () => {
    const s = await selling(app)
    const [bolts, wax] = [await s.product(5), await s.product(5)]
    const orders: SalesOrder[] = []
    for (let n = 0; n < 6; n++)
      orders.push(
        await s.order(
          n % 2
            ? [
                [bolts.id, 3],
                [wax.id, 3],
              ]
            : [
                [wax.id, 3],
                [bolts.id, 3],
              ],
        ),
      )
    const outcomes = await times<unknown>(48, async (n) => {
      const order = orders[n % 6]!
      const kind = Math.trunc(n / 6) % 4
      if (kind === 0)
        return s.me.call(createTransaction, {
          product_id: n % 2 ? bolts.id : wax.id,
          type: 'in',
          quantity: 1,
          reason_code: 'transfer_in',
        })
      if (kind === 1) return s.ship(order, 1)
      if (kind === 2) {
        const now = await s.read(order)
        return s.save(now, {
          lines: now.lines.map(({ id, product_id, unit_price }) => ({
            id,
            product_id,
            unit_price,
            quantity: 2 + (n % 3),
          })),
        })
      }
      return s.to(order, n % 2 ? 'processing' : 'pending')
    })
    for (const code of refusals(outcomes))
      expect(['conflict', 'exceeds_remaining', 'insufficient_stock', 'below_shipped']).toContain(code)
    expect(done(outcomes)).toBeGreaterThan(16)
    await app.app.outbox.drain()
    await expectSound(app)
  })
})
