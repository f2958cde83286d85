import { describe, expect, test } from 'vitest'
import { createSalesReturn } from '../../contract/sales-returns.ts'
import { changeShipmentStatus } from '../../contract/shipments.ts'
import { readProductStockAsOf } from '../../contract/stock-as-of.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { selling, type Selling } from '../testing/selling.ts'

// Not shared with other files: one test waits until a statement in its database waits for a lock.
const app = await testApp()

/** A seller who had ten units from 1 March on, and an order of six of them. */
async function withOrder() {
  const s = await selling(app)
  const { id: product_id } = await s.product(0)
  const entry = {
    type: 'in',
    quantity: 10,
    reason_code: 'production_completion',
    happened_at: '2026-03-01T09:00:00Z',
  } as const
  await s.me.call(createTransaction, { product_id, location_id: s.main, ...entry })
  const order = await s.order([[product_id, 6]])
  /** On hand at the end of these days of March. */
  const onHand = (...days: number[]) =>
    Promise.all(
      days.map(async (day) => {
        const as_of = `2026-03-${String(day).padStart(2, '0')}`
        return (await s.me.call(readProductStockAsOf, { product_id, as_of })).on_hand
      }),
    )
  return { ...s, product_id, order, onHand }
}

const closeBooks = (s: Pick<Selling, 'me'>, until: string) =>
  app.admin.query('update organizations set books_closed_until = $2 where org_id = $1', [s.me.org_id, until])

describe('the day of a step', () => {
  test('shipped and delivered: stock as of that day, the history and the steps of the order have it', async () => {
    const s = await withOrder()
    await app.admin.query(`update organizations set time_zone = 'Pacific/Auckland' where org_id = $1`, [s.me.org_id])
    const planned = await s.plan(s.order, 6)
    const shipped = await s.move(planned, 'in_transit', { happened_at: '2026-03-05' })
    // 12:00 in Auckland, on the day that was entered.
    expect(shipped.shipped_at).toBe('2026-03-04T23:00:00Z')
    expect(await s.onHand(4, 5)).toEqual([10, 4])
    expect((await s.me.call(listTransactions, { product_id: s.product_id, type: 'out' })).items).toMatchObject([
      { date: shipped.shipped_at },
    ])
    const delivered = await s.move(planned, 'delivered', { happened_at: '2026-03-09' })
    expect(delivered).toMatchObject({ delivered_at: '2026-03-08T23:00:00Z', shipped_at: shipped.shipped_at })
    const { status, steps } = await s.read(s.order)
    expect(status).toBe('delivered')
    expect(steps.slice(3)).toMatchObject([
      { name: 'Shipped', status: 'completed', created_at: shipped.shipped_at },
      { name: 'Delivered', status: 'completed', created_at: delivered.delivered_at },
    ])
    await expectSound(app)
  })

  test('delivered on the day it shipped: not before the hour at which it left', async () => {
    const s = await withOrder()
    const shipped = await s.ship(s.order, 6)
    await app.admin.query(`update shipments set shipped_at = '2026-03-05T17:00:00Z' where id = $1`, [shipped.id])
    const delivered = await s.move(shipped, 'delivered', { happened_at: '2026-03-05' })
    expect(delivered.delivered_at).toBe('2026-03-05T17:00:00Z')
  })

  test('failed: its goods were back on that day, and the order ships them again', async () => {
    const s = await withOrder()
    const planned = await s.plan(s.order, 6)
    await s.move(planned, 'in_transit', { happened_at: '2026-03-05' })
    const failed = await s.move(planned, 'failed', { happened_at: '2026-03-07' })
    expect(failed.failed_at).toBe('2026-03-07T12:00:00Z')
    expect(await s.onHand(5, 6, 7)).toEqual([4, 4, 10])
    const stepOf = async (name: string) => (await s.read(s.order)).steps.find((step) => step.name === name)
    expect(await stepOf('Delivered')).toMatchObject({ status: 'failed' })
    // Entered later, dated earlier: it has left since.
    await s.move(await s.plan(s.order, 3), 'in_transit', { happened_at: '2026-03-06' })
    expect(await stepOf('Delivered')).toBeUndefined()
    await expectSound(app)
  })

  test('a step back is on the date of what it undoes, or now if the books are closed for it', async () => {
    const s = await withOrder()
    const planned = await s.plan(s.order, 6)
    const send = () => s.move(planned, 'in_transit', { happened_at: '2026-03-05' })
    await send()
    expect(await s.move(planned, 'pending')).toMatchObject({ status: 'pending', shipped_at: null })
    expect(await s.onHand(5)).toEqual([10])
    await send()
    await closeBooks(s, '2026-03-31')
    await s.move(planned, 'pending')
    expect(await s.onHand(5)).toEqual([4])
    expect(await s.stock(s.product_id)).toMatchObject({ on_hand: 10, reserved: 6 })
    await expectSound(app)
  })

  test('is refused in the future, before shipping, for closed books, and for steps that have none', async () => {
    const s = await withOrder()
    const planned = await s.plan(s.order, 6)
    const refused = (status: 'in_transit' | 'delivered' | 'failed' | 'pending', happened_at: string) =>
      s.me.refused(changeShipmentStatus, { shipment_id: planned.id, status, happened_at })
    expect(await refused('in_transit', '2999-01-01')).toMatchObject({
      code: 'happened_in_future',
      fields: { happened_at: 'Date can’t be in the future' },
    })
    expect(await refused('failed', '2026-03-05')).toMatchObject({
      code: 'invalid_input',
      fields: { happened_at: 'This change can’t have an earlier date' },
    })
    await closeBooks(s, '2026-03-04')
    expect(await refused('in_transit', '2026-03-03')).toMatchObject({
      code: 'period_closed',
      fields: { happened_at: 'The books are closed for this date' },
    })
    expect(await s.shipment(planned)).toEqual(planned)
    await s.move(planned, 'in_transit', { happened_at: '2026-03-05' })
    for (const status of ['delivered', 'failed'] as const)
      expect(await refused(status, '2026-03-04')).toMatchObject({
        code: 'invalid_input',
        fields: { happened_at: 'This shipment left on 5 Mar 2026' },
      })
    expect(await refused('pending', '2026-03-05')).toMatchObject({ code: 'invalid_input' })
    await closeBooks(s, '2026-03-07')
    expect(await refused('failed', '2026-03-06')).toMatchObject({
      code: 'period_closed',
      fields: { happened_at: 'The books are closed for this date' },
    })
    await s.move(planned, 'delivered', { happened_at: '2026-03-06' })
    expect(await refused('in_transit', '2026-03-06')).toMatchObject({ code: 'invalid_input' })
  })
})

describe('the day of a return', () => {
  test('stock as of that day includes it, and its undo is on the same day', async () => {
    const s = await withOrder()
    await s.move(await s.plan(s.order, 6), 'in_transit', { happened_at: '2026-03-05' })
    const line = { sales_order_item_id: s.order.lines[0]!.id, quantity: 2, location_id: s.main }
    const input = { sales_order_id: s.order.id, lines: [line] }
    const { return: made } = await s.me.call(createSalesReturn, { ...input, happened_at: '2026-03-10' })
    expect(made.returned_at).toBe('2026-03-10T12:00:00Z')
    expect(await s.onHand(9, 10)).toEqual([4, 6])
    await s.undoReturn(made)
    expect(await s.onHand(9, 10)).toEqual([4, 4])
    await expectSound(app)
  })

  test('is refused in the future, before the first shipment, and for closed books', async () => {
    const s = await withOrder()
    await s.move(await s.plan(s.order, 6), 'in_transit', { happened_at: '2026-03-05' })
    await closeBooks(s, '2026-03-07')
    const line = { sales_order_item_id: s.order.lines[0]!.id, quantity: 2, location_id: s.main }
    const refused = async (happened_at: string) =>
      (await s.me.refused(createSalesReturn, { sales_order_id: s.order.id, happened_at, lines: [line] })).fields
    expect(await refused('2999-01-01')).toEqual({ happened_at: 'Date can’t be in the future' })
    expect(await refused('2026-03-04')).toEqual({ happened_at: 'This order’s first shipment left on 5 Mar 2026' })
    expect(await refused('2026-03-06')).toEqual({ happened_at: 'The books are closed for this date' })
  })
})

test('dated steps and returns, and their undo, lock the organization before the order', async () => {
  const s = await withOrder()
  /** What waits for the organization while someone changes it, and leaves the order free. */
  const whileChanged = async <T>(work: () => Promise<T>): Promise<T> => {
    await app.admin.query('begin')
    await app.admin.query('select from organizations where org_id = $1 for no key update', [s.me.org_id])
    const result = work()
    await lockAwaited(app.admin)
    const order = [s.me.org_id, s.order.id]
    await app.admin.query('select from sales_orders where org_id = $1 and id = $2 for update nowait', order)
    await app.admin.query('commit')
    return result
  }
  const planned = await s.plan(s.order, 6)
  const send = () => s.move(planned, 'in_transit', { happened_at: '2026-03-05' })
  await whileChanged(send)
  await whileChanged(() => s.move(planned, 'pending'))
  await send()
  const line = { sales_order_item_id: s.order.lines[0]!.id, quantity: 2, location_id: s.main }
  const input = { sales_order_id: s.order.id, happened_at: '2026-03-10', lines: [line] }
  const { return: made } = await whileChanged(() => s.me.call(createSalesReturn, input))
  await whileChanged(() => s.undoReturn(made))
  await expectSound(app)
})
