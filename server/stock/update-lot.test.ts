import { expect, test } from 'vitest'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { readSalesOrder } from '../../contract/sales-orders.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { updateLot } from '../../contract/stock.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { selling } from '../testing/selling.ts'

const app = await testApp()

/** A product with 20 units in one lot that expired. */
async function expired() {
  const s = await selling(app)
  const { id: product_id } = await s.product(0)
  const entry = { product_id, location_id: s.main, type: 'in', reason_code: 'purchase_order' } as const
  await s.me.call(createTransaction, { ...entry, quantity: 20, lot_number: 'A' })
  await app.admin.query(`update lots set expires_on = '2020-01-31' where product_id = $1 and lot_number = 'A'`, [
    product_id,
  ])
  const lots = async () => (await s.stock(product_id)).locations.flatMap((location) => location.lots)
  const [lot] = await lots()
  return { ...s, product_id, lots, lot: lot! }
}

test('the expiry date of a lot can be corrected; waiting orders get what can be used again, and the trail says who did it', async () => {
  const s = await expired()
  expect(s.lot).toMatchObject({ lot_number: 'A', is_expired: true, on_hand: 20 })
  const order = await s.order([[s.product_id, 5]])
  expect(order.lines).toMatchObject([{ reserved_quantity: 0 }])

  const input = { product_id: s.product_id, id: s.lot.lot_id, expires_on: '2090-01-31' }
  expect(await s.me.call(updateLot, input)).toEqual({ id: s.lot.lot_id, lot_number: 'A', expires_on: '2090-01-31' })
  await app.app.outbox.drain()

  expect((await s.read(order)).lines).toMatchObject([{ reserved_quantity: 5 }])
  expect(await s.lots()).toMatchObject([{ is_expired: false, expires_on: '2090-01-31', reserved: 5, available: 15 }])
  const { items } = await s.me.call(listAuditTrail, { type: 'products', search: 'expiry' })
  expect(items[0]).toMatchObject({
    table_name: 'lots',
    summary: 'Updated expiry date',
    subject_id: s.product_id,
    part: 'Lot A',
    user_id: s.me.user_id,
    changes: [{ field: 'expires_on', before: '2020-01-31', after: '2090-01-31' }],
  })
  expect(await s.me.call(updateLot, { ...input, expires_on: null })).toMatchObject({ expires_on: null })
  await expectSound(app)
})

test('a lot can also expire earlier: what orders have reserved in it is released, and they wait', async () => {
  const s = await expired()
  const input = { product_id: s.product_id, id: s.lot.lot_id }
  await s.me.call(updateLot, { ...input, expires_on: null })
  const first = await s.order([[s.product_id, 5]])
  await s.me.call(updateLot, { ...input, expires_on: '2020-02-01' })
  expect(await s.lots()).toMatchObject([{ is_expired: true, reserved: 5, available: 15 }])
  expect((await s.order([[s.product_id, 1]])).lines).toMatchObject([{ reserved_quantity: 0 }])
  await app.app.outbox.drain()
  expect((await s.read(first)).lines).toMatchObject([{ reserved_quantity: 0 }])
  expect(await s.lots()).toMatchObject([{ is_expired: true, reserved: 0, available: 20 }])
  await expectSound(app)
})

test('a correction of a date that someone else has changed is refused, with the lot as it is now', async () => {
  const s = await expired()
  const input = { product_id: s.product_id, id: s.lot.lot_id }
  await s.me.call(updateLot, { ...input, from: '2020-01-31', expires_on: '2090-01-31' })
  const theirs = 'Someone else changed the expiry date to 31 Jan 2090'
  expect(await s.me.refused(updateLot, { ...input, from: '2020-01-31', expires_on: '2080-01-31' })).toMatchObject({
    status: 409,
    code: 'conflict',
    fields: { expires_on: theirs },
    details: {
      seen: '2020-01-31',
      present: '2090-01-31',
      record: { id: s.lot.lot_id, lot_number: 'A', expires_on: '2090-01-31' },
    },
  })
  await s.me.call(updateLot, { ...input, from: '2090-01-31', expires_on: null })
  expect(await s.me.refused(updateLot, { ...input, from: '2090-01-31', expires_on: null })).toMatchObject({
    fields: { expires_on: 'Someone else removed the expiry date' },
    details: { present: null, record: { expires_on: null } },
  })
  expect(await s.me.call(updateLot, { ...input, from: null, expires_on: '2091-01-31' })).toMatchObject({
    expires_on: '2091-01-31',
  })
})

test('only a lot of the organization, and only by members of all locations', async () => {
  const s = await expired()
  const other = await expired()
  const input = { product_id: s.product_id, id: s.lot.lot_id, expires_on: null }
  expect(await other.me.refused(updateLot, input)).toMatchObject({ status: 404 })
  expect(await s.me.refused(updateLot, { ...input, id: s.product_id })).toMatchObject({ status: 404 })
  expect(await s.me.refused(updateLot, { ...input, id: other.lot.lot_id })).toMatchObject({ status: 404 })
  const limited = await limitedMember(app, s.me, [s.main])
  expect(await limited.refused(updateLot, input)).toMatchObject({ status: 403 })
  expect(await s.lots()).toMatchObject([{ expires_on: '2020-01-31' }])
})

test('a correction waits for orders in progress, which may have found the lot expired: they get its units', async () => {
  const s = await expired()
  const input = { product_id: s.product_id, id: s.lot.lot_id, expires_on: '2090-01-31' }
  await app.admin.query('begin')
  await app.admin.query('select from stock_levels where product_id = $1 for no key update', [s.product_id])
  const order = s.order([[s.product_id, 5]])
  await lockAwaited(app.admin)
  const correction = s.me.call(updateLot, input)
  await lockAwaited(app.admin, 2)
  await app.admin.query('commit')
  const { id } = await order
  await correction
  await app.app.outbox.drain()
  expect((await s.me.call(readSalesOrder, { id })).lines).toMatchObject([{ reserved_quantity: 5 }])
})

test('while many orders are placed, corrections lose and invent nothing', async () => {
  const s = await expired()
  const input = { product_id: s.product_id, id: s.lot.lot_id }
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      n % 3 === 0
        ? s.me.call(updateLot, { ...input, expires_on: n % 2 ? '2020-01-31' : '2090-01-31' })
        : s.order([[s.product_id, 1]]),
    ),
  )
  await s.me.call(updateLot, { ...input, expires_on: '2090-01-31' })
  await app.app.outbox.drain()
  expect(await s.lots()).toMatchObject([{ reserved: 16, available: 4 }])
  await expectSound(app)
})
