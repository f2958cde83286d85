import { describe, expect, test } from 'vitest'
import { readLocation, updateLocation } from '../../contract/locations.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { changeSalesOrderStatus, readSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import {
  changeShipmentStatus,
  discardShipment,
  listShipments,
  readShipmentCounts,
  type Shipment,
  updateShipment,
} from '../../contract/shipments.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { type Selling, selling, travel } from '../testing/selling.ts'

const app = await sharedApp()

/** The input that changes a shipment's contents: a quantity for each line of its order, 0 for none. */
function contents(order: SalesOrder, { id, version }: Shipment, ...quantities: number[]) {
  const lines = quantities.flatMap((quantity, item) =>
    quantity === 0 ? [] : [{ sales_order_item_id: order.lines[item]?.id ?? '', quantity }],
  )
  return { ...travel, shipment_id: id, version, lines }
}

const stepsOf = async (s: Selling, order: { id: string }) =>
  (await s.read(order)).steps.map(({ name, status }) => `${name}: ${status}`)

describe('the contents of a pending shipment', () => {
  test('can be changed: more, fewer, removed and added lines; what is planned follows and no goods move', async () => {
    const s = await selling(app)
    const [bolts, wax, rope] = [await s.product(9), await s.product(9), await s.product(9)]
    const order = await s.order([
      [bolts.id, 6],
      [wax.id, 5],
      [rope.id, 4],
    ])
    const shipment = await s.plan(order, 4, { item: 1, quantity: 5 })
    const changed = await s.me.call(updateShipment, contents(order, shipment, 6, 0, 3))
    expect(changed).toMatchObject({
      version: shipment.version + 1,
      status: 'pending',
      units: 9,
      lines: [
        { line_no: 1, product_id: bolts.id, quantity: 6 },
        { line_no: 3, product_id: rope.id, quantity: 3 },
      ],
    })
    expect(await s.read(order)).toMatchObject({
      status: 'processing',
      open_lines: 2,
      lines: [
        { planned_quantity: 6, remaining: 0 },
        { planned_quantity: 0, remaining: 5 },
        { planned_quantity: 3, remaining: 1 },
      ],
    })
    expect(await s.stock(bolts.id)).toMatchObject({ on_hand: 9, reserved: 6 })
    await expectSound(app)
    await s.move(changed, 'in_transit')
    expect(await s.read(order)).toMatchObject({ lines: [{ shipped_quantity: 6 }, {}, { shipped_quantity: 3 }] })
    await expectSound(app)
  })

  test("can't exceed what remains, including what is in it already", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    await s.ship(order, 1)
    await s.plan(order, 2)
    const shipment = await s.plan(order, 2)
    expect(await s.me.refused(updateShipment, contents(order, shipment, 4))).toMatchObject({
      code: 'exceeds_remaining',
      fields: { 'lines.0.quantity': 'Only 3 remaining' },
      details: { lines: [{ ordered: 6, shipped: 1, planned: 2, remaining: 3, asked: 4 }] },
    })
    expect(await s.me.call(updateShipment, contents(order, shipment, 3))).toMatchObject({ units: 3 })
    await expectSound(app)
  })

  test('are unchanged if only the delivery details are saved, and fixed once it has left', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const shipment = await s.plan(order, 2)
    const { lines: _, ...how } = contents(order, shipment, 2)
    const saved = await s.me.call(updateShipment, { ...how, tracking_number: '1Z' })
    expect(saved).toMatchObject({ tracking_number: '1Z', units: 2 })
    const sent = await s.move(saved, 'in_transit')
    expect(await s.me.refused(updateShipment, contents(order, sent, 3))).toMatchObject({
      status: 409,
      code: 'wrong_status',
      details: { status: 'in_transit' },
    })
    expect(await s.me.call(updateShipment, contents(order, sent, 2))).toMatchObject({ units: 2 })
    await expectSound(app)
  })

  test("can't name one line twice instead of another", async () => {
    const s = await selling(app)
    const [bolts, wax] = [await s.product(9), await s.product(9)]
    const order = await s.order([
      [bolts.id, 6],
      [wax.id, 5],
    ])
    const shipment = await s.plan(order, 2, { item: 1, quantity: 3 })
    const { lines, ...delivery } = contents(order, shipment, 2)
    const twice = { ...delivery, lines: [...lines, ...lines] }
    expect(await s.me.refused(updateShipment, twice)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await s.shipment(shipment)).toEqual(shipment)
    await s.move(shipment, 'in_transit')
    expect(await s.me.refused(updateShipment, { ...twice, version: shipment.version + 1 })).toMatchObject({
      code: 'wrong_status',
    })
    await expectSound(app)
  })

  test('are checked like those of a new one', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const shipment = await s.plan(order, 2)
    const refusal = async (lines: object[]) =>
      s.me.refused(updateShipment, { ...contents(order, shipment, 1), lines: lines as never })
    const line = { sales_order_item_id: order.lines[0]?.id, quantity: 1 }
    expect(await refusal([])).toMatchObject({ fields: { lines: 'Enter a quantity for at least one item' } })
    expect(await refusal([{ ...line, quantity: 1.5 }])).toMatchObject({ code: 'too_many_decimals' })
    expect(await refusal([{ ...line, sales_order_item_id: newId() }])).toMatchObject({ status: 404 })
    expect(await refusal([line, line])).toMatchObject({ status: 404 })
    expect(await s.shipment(shipment)).toEqual(shipment)
  })

  test('are changed, and a shipment is moved, only from the version that was displayed', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const shipment = await s.plan(order, 2)
    const present = await s.me.call(updateShipment, contents(order, shipment, 5))
    const conflict = {
      status: 409,
      code: 'conflict',
      details: { seen: shipment.version, present: present.version, record: present },
    }
    expect(await s.me.refused(updateShipment, contents(order, shipment, 1))).toMatchObject(conflict)
    const send = { shipment_id: shipment.id, status: 'in_transit' } as const
    expect(await s.me.refused(changeShipmentStatus, { ...send, version: shipment.version })).toMatchObject(conflict)
    expect(await s.me.call(changeShipmentStatus, { ...send, version: present.version })).toMatchObject({ units: 5 })
  })
})

describe('a discarded shipment', () => {
  test('leaves no failed delivery and no failed step, releases what it planned, and its order is pending again', async () => {
    const s = await selling(app)
    const product = await s.product(9)
    const order = await s.order([[product.id, 6]])
    const stepsBefore = await stepsOf(s, order)
    const shipment = await s.plan(order, 4)
    expect(await s.me.call(discardShipment, { shipment_id: shipment.id })).toEqual({ shipment_id: shipment.id })
    expect(await s.read(order)).toMatchObject({
      status: 'pending',
      open_lines: 1,
      shipments: [],
      lines: [{ planned_quantity: 0, remaining: 6, reserved_quantity: 6 }],
    })
    expect(await stepsOf(s, order)).toEqual(stepsBefore)
    expect(await s.me.call(readShipmentCounts, {})).toMatchObject({ total: 0, failed: 0 })
    expect((await s.me.call(listShipments, {})).items).toEqual([])
    expect(await s.shipment(shipment)).toMatchObject({
      status: 'discarded',
      failed_at: null,
      status_changes: [
        { old_status: 'pending', new_status: 'discarded' },
        { old_status: null, new_status: 'pending' },
      ],
    })
    // The next one has its own number: the first may be on a printed packing slip.
    expect(await s.plan(await s.read(order), 6)).toMatchObject({ shipment_no: 2, status: 'pending' })
    expect(await s.read(order)).toMatchObject({ status: 'processing' })
    await expectSound(app)
  })

  test('leaves its order processing if someone chose that status, or another shipment requires it', async () => {
    const s = await selling(app)
    const product = await s.product(40)
    const discard = ({ id }: Shipment) => s.me.call(discardShipment, { shipment_id: id })
    const chosen = await s.to(await s.order([[product.id, 6]]), 'processing')
    await discard(await s.plan(chosen, 1))
    expect(await s.read(chosen)).toMatchObject({ status: 'processing' })

    const two = await s.order([[product.id, 6]])
    const [one, other] = [await s.plan(two, 1), await s.plan(two, 2)]
    await discard(one)
    expect(await s.read(two)).toMatchObject({ status: 'processing' })
    await discard(other)
    expect(await s.read(two)).toMatchObject({ status: 'pending' })

    const begun = await s.order([[product.id, 6]])
    await s.ship(begun, 2)
    await discard(await s.plan(begun, 1))
    expect(await s.read(begun)).toMatchObject({ status: 'processing' })
    await expectSound(app)
  })

  test("can't be edited: neither delivery details nor contents", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const shipment = await s.plan(order, 4)
    await s.me.call(discardShipment, { shipment_id: shipment.id })
    const discarded = await s.shipment(shipment)
    const { lines, ...how } = contents(order, discarded, 4)
    for (const change of [how, { ...how, lines }, { ...how, version: shipment.version }])
      expect(await s.me.refused(updateShipment, { ...change, tracking_number: '1Z' })).toMatchObject({
        status: 409,
        code: 'wrong_status',
        message: 'This shipment was discarded. Create a new one instead.',
        details: { status: 'discarded' },
      })
    expect(await s.shipment(shipment)).toEqual(discarded)
  })

  test("isn't one that someone changed since: Undo and the confirmation name the version they saw", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const shipment = await s.plan(order, 4)
    const { lines: _, ...how } = contents(order, shipment, 4)
    const changed = await s.me.call(updateShipment, { ...how, tracking_number: '1Z' })
    const discard = { shipment_id: shipment.id, version: shipment.version }
    expect(await s.me.refused(discardShipment, discard)).toMatchObject({
      status: 409,
      code: 'conflict',
      details: { record: { tracking_number: '1Z', version: changed.version } },
    })
    await s.me.call(discardShipment, { ...discard, version: changed.version })
    expect(await s.shipment(shipment)).toMatchObject({ status: 'discarded' })
    await expectSound(app)
  })

  test("can't be one that has left or was already discarded", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const sent = await s.ship(order, 1)
    expect(await s.me.refused(discardShipment, { shipment_id: sent.id })).toMatchObject({
      status: 409,
      code: 'wrong_status',
      message: 'This shipment is in transit. Only a pending shipment can be discarded.',
    })
    const shipment = await s.plan(order, 1)
    await s.me.call(discardShipment, { shipment_id: shipment.id })
    expect(await s.me.refused(discardShipment, { shipment_id: shipment.id })).toMatchObject({ status: 404 })
    for (const status of ['in_transit', 'pending', 'delivered'] as const)
      expect(await s.me.refused(changeShipmentStatus, { shipment_id: shipment.id, status })).toMatchObject({
        code: 'wrong_status',
      })
    const stranger = await selling(app)
    expect(await stranger.me.refused(discardShipment, { shipment_id: sent.id })).toMatchObject({ status: 404 })
    await expectSound(app)
  })

  test('is what pending shipments of a cancelled order become', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    await s.plan(order, 2)
    await s.to(order, 'cancelled')
    expect(await s.read(order)).toMatchObject({ status: 'cancelled', shipments: [] })
    expect(await s.me.call(readShipmentCounts, {})).toMatchObject({ total: 0, failed: 0 })
    await expectSound(app)
  })
})

describe('a shipment that was marked as shipped by mistake', () => {
  test('is pending again with its goods exactly where they were: location, lot, reserved for its line, at their cost', async () => {
    const s = await selling(app)
    const product = await s.product(0)
    for (const [lot_number, location_id] of [
      ['A', s.main],
      ['B', s.shop],
    ] as const)
      await s.me.call(createTransaction, {
        product_id: product.id,
        type: 'in',
        quantity: 2,
        reason_code: 'transfer_in',
        lot_number,
        location_id,
      })
    const order = await s.order([[product.id, 6]])
    const before = await s.stock(product.id)
    const shipment = await s.plan(order, 4)
    const sent = await s.move(shipment, 'in_transit')
    await app.app.outbox.drain()
    const back = await s.move(sent, 'pending')
    expect(back).toMatchObject({ status: 'pending', shipped_at: null, units: 4 })
    expect(await s.stock(product.id)).toEqual(before)
    expect(await s.read(order)).toMatchObject({
      status: 'processing',
      lines: [{ shipped_quantity: 0, planned_quantity: 4, reserved_quantity: 4, backordered_quantity: 2 }],
    })
    expect(await stepsOf(s, order)).toEqual([
      'Order placed: completed',
      'Stock reserved: pending',
      'Shipment created: completed',
    ])
    const { items } = await s.me.call(listTransactions, { product_id: product.id, limit: 2 })
    expect(items).toMatchObject([
      { type: 'in', on_hand_change: 4, reverses_posting_id: items[1]?.posting_id },
      { type: 'out', on_hand_change: -4, reversed_by_posting_id: items[0]?.posting_id },
    ])
    await expectSound(app)
  })

  test('returns what was available as available, if it was shipped beyond its reservation', async () => {
    const s = await selling(app)
    const product = await s.product(3)
    await s.me.call(createTransaction, {
      product_id: product.id,
      type: 'in',
      quantity: 2,
      reason_code: 'transfer_in',
      lot_number: 'B',
      location_id: s.main,
    })
    // The lot counts as expired while the order is placed, so its units are free when the shipment leaves.
    const expire = (day: string) =>
      app.admin.query(`update lots set expires_on = ${day} where product_id = $1 and lot_number = 'B'`, [product.id])
    await expire('current_date - 9')
    const order = await s.order([[product.id, 5]])
    expect(order.lines).toMatchObject([{ reserved_quantity: 3 }])
    await expire('null')
    const sent = await s.ship(order, 5)
    await s.move(sent, 'pending')
    const { rows } = await app.admin.query(
      `select m.to_account, sum(m.quantity)::float as quantity from shipment_undos u
       join stock_movements m on m.org_id = u.org_id and m.posting_id = u.undo_posting_id
       where u.shipment_id = $1 group by m.to_account order by m.to_account`,
      [sent.id],
    )
    expect(rows).toEqual([
      { to_account: 'available', quantity: 2 },
      { to_account: 'reserved', quantity: 3 },
    ])
    await expectSound(app)
    await app.app.outbox.drain()
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 5, reserved: 5, available: 0 })
    await expectSound(app)
  })

  test('can be shipped again, undone, changed, and then fail in transit: every unit is accounted for', async () => {
    const s = await selling(app)
    const product = await s.product(9)
    const order = await s.order([[product.id, 6]])
    let shipment = await s.ship(order, 4)
    shipment = await s.move(shipment, 'pending')
    shipment = await s.me.call(updateShipment, contents(order, shipment, 6))
    shipment = await s.move(shipment, 'in_transit')
    expect(await s.read(order)).toMatchObject({ status: 'shipped', lines: [{ shipped_quantity: 6 }] })
    await expectSound(app)
    await s.move(shipment, 'pending')
    expect(await s.read(order)).toMatchObject({ status: 'processing' })
    shipment = await s.move(shipment, 'in_transit')
    await s.move(shipment, 'failed', { account: 'held' })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 3, held: 6 })
    await expectSound(app)
  })

  test("goes back step by step from delivered, and its order and the order's steps with it", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const atFirst = await stepsOf(s, order)
    const shipment = await s.move(await s.ship(order, 6), 'delivered')
    expect(await s.read(order)).toMatchObject({ status: 'delivered' })
    const created = [...atFirst, 'Shipment created: completed']
    expect(await stepsOf(s, order)).toEqual([...created, 'Shipped: completed', 'Delivered: completed'])
    expect(await s.move(shipment, 'in_transit')).toMatchObject({ status: 'in_transit', delivered_at: null })
    expect(await s.read(order)).toMatchObject({ status: 'shipped' })
    expect(await stepsOf(s, order)).toEqual([...created, 'Shipped: completed'])
    await expectSound(app)
    await s.move(shipment, 'pending')
    expect(await s.read(order)).toMatchObject({ status: 'processing', lines: [{ planned_quantity: 6 }] })
    expect(await stepsOf(s, order)).toEqual(created)
    await s.me.call(discardShipment, { shipment_id: shipment.id })
    expect(await s.read(order)).toMatchObject({ status: 'pending', lines: [{ reserved_quantity: 6 }] })
    expect(await stepsOf(s, order)).toEqual(atFirst)
    await expectSound(app)
  })

  test('keeps a step failed that had failed before it', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    await s.move(await s.ship(order, 6), 'failed')
    await app.app.outbox.drain()
    const failed = await stepsOf(s, order)
    expect(failed).toContain('Delivered: failed')
    const again = await s.ship(order, 6)
    expect(await stepsOf(s, order)).not.toContain('Delivered: failed')
    await s.move(again, 'pending')
    expect(await stepsOf(s, order)).toEqual(failed)
    await expectSound(app)
  })

  test("can't be undone if something depends on it: a return, another ship-from location, a cancelled order", async () => {
    const s = await selling(app)
    const product = await s.product(20)
    const refusal = (shipment: Shipment) =>
      s.me.refused(changeShipmentStatus, { shipment_id: shipment.id, status: 'pending' })

    const returned = await s.order([[product.id, 3]])
    const first = await s.ship(returned, 3)
    await s.giveBack(await s.read(returned), 1)
    expect(await refusal(first)).toMatchObject({ code: 'line_has_returns', details: { returned: 1 } })

    const moved = await s.order([[product.id, 3]])
    const second = await s.ship(moved, 2)
    await s.save(await s.read(moved), { location_id: s.shop })
    expect(await refusal(second)).toMatchObject({
      code: 'wrong_status',
      message:
        'This order now ships from Shop floor, but these items shipped from Main Warehouse. Mark the shipment as failed instead.',
    })

    const cancelled = await s.order([[product.id, 3]])
    const third = await s.ship(cancelled, 2)
    await s.to(cancelled, 'cancelled')
    expect(await refusal(third)).toMatchObject({ code: 'wrong_status', details: { status: 'cancelled' } })
    await expectSound(app)
  })

  test("can't be undone if its goods can't return: a closed location, an archived product", async () => {
    const s = await selling(app)
    const refusal = (shipment: Shipment) =>
      s.me.refused(changeShipmentStatus, { shipment_id: shipment.id, status: 'pending' })
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
    expect(await refusal(shipment)).toMatchObject({
      code: 'location_not_active',
      message:
        'Shop floor, where these items shipped from, isn’t active. Activate it first, or mark the shipment as failed.',
    })
    const last = await s.product(2)
    const gone = await s.ship(await s.order([[last.id, 2]]), 2)
    await s.me.call(deleteProduct, { id: last.id })
    expect(await refusal(gone)).toMatchObject({ code: 'product_archived' })
    await expectSound(app)
  })

  test("can't be an implicit one, which is undone with its order's status", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]], { status: 'delivered' })
    const [shipment] = order.shipments
    expect(await s.move(shipment!, 'in_transit')).toMatchObject({ status: 'in_transit' })
    expect(await s.read(order)).toMatchObject({ status: 'shipped' })
    expect(await s.me.refused(changeShipmentStatus, { shipment_id: shipment!.id, status: 'pending' })).toMatchObject({
      code: 'wrong_status',
      message:
        'This shipment was created by the order’s status. Change the order’s status to return the items to stock.',
    })
    await s.to(order, 'pending')
    expect(await s.read(order)).toMatchObject({ status: 'pending', shipments: [] })
    expect(await s.shipment(shipment!)).toMatchObject({ status: 'discarded', failed_at: null })
    expect(await stepsOf(s, order)).toEqual(['Order placed: completed', 'Stock reserved: completed'])
    await expectSound(app)
  })

  test("is undone with its order if it was shipped by the order's status, and the order waits for it again", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(9)).id, 6]])
    const shipment = await s.move(await s.ship(order, 6), 'pending')
    await s.to(order, 'shipped')
    expect(await s.shipment(shipment)).toMatchObject({ status: 'in_transit' })
    await s.move(shipment, 'pending')
    expect(await s.read(order)).toMatchObject({ status: 'processing', lines: [{ planned_quantity: 6 }] })
    await expectSound(app)
  })
})

describe('concurrent requests', () => {
  const times = (count: number, make: (index: number) => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => make(index)))
  const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))

  test('thirty people change the contents of one shipment: one version at a time, and no unit is planned twice', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(10)).id, 10]])
    const shipment = await s.plan(order, 2)
    const outcomes = await times(30, (n) => s.me.call(updateShipment, contents(order, shipment, 1 + (n % 9))))
    expect(codes(outcomes)).toEqual(Array.from({ length: 29 }, () => 'conflict'))
    const { units } = await s.shipment(shipment)
    expect(await s.read(order)).toMatchObject({ lines: [{ planned_quantity: units, remaining: 10 - units }] })
    await expectSound(app)
  })

  test('shipped, undone, discarded, changed and cancelled at the same time: the goods match the change that won', async () => {
    const s = await selling(app)
    const product = await s.product(60)
    for (let round = 0; round < 4; round++) {
      const order = await s.order([[product.id, 5]])
      const shipment = await s.plan(order, 3)
      const outcomes = await times(30, async (n) => {
        if (n % 5 === 0) return s.move(shipment, 'pending')
        if (n % 5 === 1) return s.me.call(updateShipment, contents(order, await s.shipment(shipment), 1 + (n % 4)))
        if (n === 12 + round) return s.me.call(discardShipment, { shipment_id: shipment.id })
        if (n === 22) {
          const { id, version } = await s.me.call(readSalesOrder, { id: order.id })
          return s.me.call(changeSalesOrderStatus, { id, version, status: 'cancelled' })
        }
        return s.move(shipment, 'in_transit')
      })
      for (const code of codes(outcomes)) expect(['wrong_status', 'conflict', 'not_found']).toContain(code)
      await app.app.outbox.drain()
      await expectSound(app)
    }
  })
})
