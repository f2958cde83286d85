import { describe, expect, test } from 'vitest'
import { readProduct, updateProduct } from '../../contract/products.ts'
import { changeSalesOrderStatus } from '../../contract/sales-orders.ts'
import { type SalesOrderStatus, salesOrderStatuses } from '../../contract/sales-order-statuses.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

/**
 * The result of changing each status to each other one, and the effect on the stock of an order of 10 with 4 available.
 */
describe('status × status', () => {
  /** On hand and reserved in each status, for an order of 4 with 6 available. */
  const goods: Record<SalesOrderStatus, { on_hand: number; reserved: number }> = {
    pending: { on_hand: 6, reserved: 4 },
    processing: { on_hand: 6, reserved: 4 },
    shipped: { on_hand: 2, reserved: 0 },
    delivered: { on_hand: 2, reserved: 0 },
    cancelled: { on_hand: 6, reserved: 0 },
  }
  for (const from of salesOrderStatuses)
    for (const to of salesOrderStatuses)
      test(`${from} → ${to}`, async () => {
        const s = await selling(app)
        const product = await s.product(6)
        const order = await s.order([[product.id, 4]], { status: from })
        expect(await s.stock(product.id)).toMatchObject(goods[from])
        const shipped = from === 'shipped' || from === 'delivered'
        const { id, version } = order
        if (shipped && (to === 'pending' || to === 'processing'))
          expect(await s.me.refused(changeSalesOrderStatus, { id, version, status: to })).toMatchObject({
            status: 409,
            code: 'takes_goods_back',
            message: '4 units marked as shipped would return to stock.',
            details: { units: 4 },
          })
        const moved = await s.me.call(changeSalesOrderStatus, {
          id,
          version,
          status: to,
          take_back: true,
          notes: 'why',
        })
        expect(moved.status).toBe(to)
        // Shipped units stay with the customer of a cancelled order.
        expect(await s.stock(product.id)).toMatchObject(shipped && to === 'cancelled' ? goods[from] : goods[to])
        if (from === to) expect(moved).toEqual(order)
        else expect(moved.updated_at > order.updated_at).toBe(true)
        if (from !== to)
          expect(moved.status_changes[0]).toMatchObject({
            old_status: from,
            new_status: to,
            notes: 'why',
            changed_by: s.me.email,
          })
        await expectSound(app)
      })

  test('shipped with pending shipments: they leave as they are, and one more takes the rest; going back undoes only that one', async () => {
    const s = await selling(app)
    const [bolts, wax] = [await s.product(10), await s.product(10)]
    const order = await s.order([
      [bolts.id, 6],
      [wax.id, 4],
    ])
    const real = await s.plan(order, 5)
    const shipped = await s.to(order, 'shipped')
    expect(shipped.shipments).toMatchObject([
      { id: real.id, status: 'in_transit', is_implicit: false, units: 5 },
      { status: 'in_transit', is_implicit: true, units: 5 },
    ])
    expect(
      await s.me.refused(changeSalesOrderStatus, { id: order.id, version: shipped.version, status: 'pending' }),
    ).toMatchObject({
      details: { units: 5 },
    })
    const back = await s.to(order, 'processing')
    expect(back.shipments).toMatchObject([{ id: real.id, status: 'in_transit' }])
    expect(back).toMatchObject({
      status: 'processing',
      lines: [
        { shipped_quantity: 5, reserved_quantity: 1 },
        { shipped_quantity: 0, reserved_quantity: 4 },
      ],
    })
    expect(back.steps.map(({ name }) => name)).toEqual(['Order placed', 'Stock reserved', 'Shipment created'])
    const again = await s.to(order, 'delivered')
    expect(again.shipments.map(({ status }) => status)).toEqual(['delivered', 'delivered'])
    await expectSound(app)
  })

  test('units marked as shipped come back, too, after a real shipment failed and made the order processing', async () => {
    const s = await selling(app)
    const product = await s.product(6)
    const order = await s.order([[product.id, 6]])
    const real = await s.ship(order, 2)
    await s.to(order, 'shipped')
    await s.move(real, 'failed')
    await app.app.outbox.drain()
    const { id, version, status } = await s.read(order)
    expect(status).toBe('processing')
    expect(await s.me.refused(changeSalesOrderStatus, { id, version, status: 'pending' })).toMatchObject({
      code: 'takes_goods_back',
      details: { units: 4 },
    })
    expect(await s.to(order, 'pending')).toMatchObject({
      status: 'pending',
      lines: [{ shipped_quantity: 0, reserved_quantity: 6 }],
    })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 6, reserved: 6 })
    // Nothing is left to take back.
    expect(await s.to(order, 'processing')).toMatchObject({ status: 'processing', lines: [{ reserved_quantity: 6 }] })
    await expectSound(app)
  })

  test('marking a single unit as shipped is confirmed in the singular', async () => {
    const s = await selling(app)
    const { id, version } = await s.order([[(await s.product(1)).id, 1]], { status: 'shipped' })
    expect(await s.me.refused(changeSalesOrderStatus, { id, version, status: 'pending' })).toMatchObject({
      code: 'takes_goods_back',
      message: '1 unit marked as shipped would return to stock.',
      details: { units: 1 },
    })
  })

  test("an order shipped completely by real shipments can't go back", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(4)).id, 4]])
    await s.ship(order, 4)
    const shipped = await s.read(order)
    expect(shipped.status).toBe('shipped')
    const { id, version } = shipped
    expect(
      await s.me.refused(changeSalesOrderStatus, { id, version, status: 'pending', take_back: true }),
    ).toMatchObject({
      code: 'wrong_status',
      message: 'Everything in this order has been shipped. Update its shipments or record a return instead.',
    })
  })

  test('cancelling an order with a pending shipment discards it and frees its planned units', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([[product.id, 6]])
    await s.ship(order, 1)
    const planned = await s.plan(order, 2)
    const cancelled = await s.to(order, 'cancelled')
    expect(cancelled).toMatchObject({ status: 'cancelled', lines: [{ shipped_quantity: 1, planned_quantity: 0 }] })
    expect(await s.shipment(planned)).toMatchObject({ status: 'discarded' })
    expect(await s.stock(product.id)).toMatchObject({ available: 9, reserved: 0 })
    expect(await s.to(order, 'pending')).toMatchObject({ lines: [{ shipped_quantity: 1, reserved_quantity: 5 }] })
    await expectSound(app)
  })

  test("returned units can't be taken back again", async () => {
    const s = await selling(app)
    const product = await s.product(4)
    const order = await s.order([[product.id, 4]], { status: 'shipped' })
    const { return: back } = await s.giveBack(order, 1)
    const { id, version } = await s.read(order)
    expect(
      await s.me.refused(changeSalesOrderStatus, { id, version, status: 'pending', take_back: true }),
    ).toMatchObject({
      code: 'line_has_returns',
      message: '1 of Product 1 was already returned. Undo the return first.',
    })
    await s.undoReturn(back)
    await s.to(order, 'pending')
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 4, reserved: 4 })
    await expectSound(app)
  })

  test("a cancelled order whose quantities the product no longer allows isn't reopened or shipped until it does", async () => {
    const s = await selling(app)
    const product = await s.product(0, { quantity_decimals: 2 })
    const order = await s.order([[product.id, 1.25]])
    const { version } = await s.to(order, 'cancelled')
    const allow = async (quantity_decimals: number) => {
      const now = await s.me.call(readProduct, { id: product.id })
      return s.me.call(updateProduct, edited(now, { quantity_decimals }))
    }
    await allow(0)
    await s.me.call(createTransaction, { product_id: product.id, type: 'adjustment', quantity: 5 })
    for (const status of ['pending', 'processing', 'shipped', 'delivered'] as const) {
      const refused = await s.me.refused(changeSalesOrderStatus, { id: order.id, version, status })
      expect(refused).toMatchObject({
        code: 'too_many_decimals',
        message:
          'This order has 1.25 of Product 1, which now allows only whole units. Allow more decimals for the product first.',
      })
      expect(refused.fields).toBeUndefined()
    }
    await allow(1)
    expect((await s.me.refused(changeSalesOrderStatus, { id: order.id, version, status: 'pending' })).message).toMatch(
      'which now allows only 1 decimal.',
    )
    await allow(2)
    expect(await s.to(order, 'pending')).toMatchObject({ lines: [{ reserved_quantity: 1.25 }] })
    await expectSound(app)
  })
})
