import { describe, expect, test } from 'vitest'
import { updateProduct } from '../../contract/products.ts'
import { saveSettings } from '../../contract/settings.ts'
import { readProductStockAsOf, readStockValueAsOf } from '../../contract/stock-as-of.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import type { Clock } from '../../contract/as-of.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'
import { thisMoment } from '../testing/this-moment.ts'

const app = await sharedApp()

/** Books one unit in or out when it happened. */
async function moved({ me }: Stocked, product_id: string, quantity: number, happened_at: string) {
  const reason_code = quantity > 0 ? 'customer_return' : 'customer_order'
  const type = quantity > 0 ? 'in' : 'out'
  await me.call(createTransaction, { product_id, type, quantity: Math.abs(quantity), reason_code, happened_at })
}

async function inZone(time_zone: string): Promise<Stocked> {
  const s = await stocked(app)
  await s.me.call(saveSettings, { time_zone, version: 1 })
  return s
}

const onHand = async ({ me }: Stocked, product_id: string, as_of: string, by: Clock = 'happened') =>
  (await me.call(readProductStockAsOf, { product_id, as_of, by })).on_hand

test('a late entry changes the stock that day, but not what was recorded that day', async () => {
  const s = await stocked(app)
  const { id } = await s.product(0)
  const before = await thisMoment()
  await moved(s, id, 5, '2026-03-10T12:00:00Z')
  expect(await onHand(s, id, '2026-03-10', 'happened')).toBe(5)
  expect(await onHand(s, id, '2026-03-09', 'happened')).toBe(0)
  expect(await onHand(s, id, '2026-03-10', 'recorded')).toBe(0)
  expect(await onHand(s, id, before, 'recorded')).toBe(0)
  expect(await onHand(s, id, await thisMoment(), 'recorded')).toBe(5)
})

test('the first day that can be entered has a result east of Greenwich too, where it begins in 1969 as UTC', async () => {
  const s = await inZone('Pacific/Auckland')
  const { id } = await s.product(0)
  const firstDay = '1970-01-01T01:00:00+12:00'
  await moved(s, id, 5, firstDay)
  expect(await onHand(s, id, firstDay)).toBe(5)
  expect(await onHand(s, id, '1970-01-01T00:30')).toBe(0)
})

test('by location and lot, with what was on hold and in transit', async () => {
  const s = await stocked(app)
  const { id } = await s.product(0)
  const came = { product_id: id, type: 'in' as const, reason_code: 'customer_return' as const }
  await s.me.call(createTransaction, { ...came, quantity: 10, location_id: s.main })
  await s.me.call(createTransaction, { ...came, quantity: 4, location_id: s.shop, lot_number: 'L-1' })
  await s.me.call(createTransaction, {
    product_id: id,
    type: 'out',
    quantity: 1,
    reason_code: 'qc_hold',
    location_id: s.shop,
  })
  const move = {
    product_id: id,
    from_location_id: s.main,
    to_location_id: s.shop,
    quantity: 3,
    status: 'pending' as const,
  }
  await s.me.call(createTransfer, move)
  const then = await thisMoment()
  await s.me.call(createTransaction, {
    product_id: id,
    type: 'out',
    quantity: 7,
    reason_code: 'damaged',
    location_id: s.main,
  })

  const stock = await s.me.call(readProductStockAsOf, { product_id: id, as_of: then, by: 'recorded' })
  expect(stock).toMatchObject({ on_hand: 10, available: 10, reserved: 0, held: 1, in_transit: 3, incoming: 0 })
  expect(stock.as_of).toEqual({ at: expect.stringMatching(/^\d{4}-.*Z$/), by: 'recorded', time_zone: 'UTC' })
  expect(stock.locations).toMatchObject([
    {
      location_id: s.main,
      location_name: 'Main Warehouse',
      on_hand: 7,
      lots: [{ lot_id: id, lot_number: '', on_hand: 7 }],
    },
    {
      location_id: s.shop,
      on_hand: 3,
      held: 1,
      in_transit: 3,
      lots: [
        { lot_number: 'L-1', on_hand: 3, held: 1 },
        { lot_id: id, lot_number: '', on_hand: 0, in_transit: 3 },
      ],
    },
  ])
  expect(await onHand(s, id, await thisMoment(), 'recorded')).toBe(3)
})

test('the view by date of occurrence can be negative', async () => {
  const s = await stocked(app)
  const { id } = await s.product(0)
  await moved(s, id, 5, '2026-03-10T12:00:00Z')
  await moved(s, id, -5, '2026-03-01T12:00:00Z')
  const stock = await s.me.call(readProductStockAsOf, { product_id: id, as_of: '2026-03-05' })
  expect(stock).toMatchObject({ on_hand: -5, available: -5, value_at_price: -10, locations: [{ on_hand: -5 }] })
  expect(await s.me.call(readStockValueAsOf, { as_of: '2026-03-05' })).toMatchObject({ units: -5, value_at_price: -10 })
})

test('values use the price and cost of that moment; before the first price, the first one', async () => {
  const s = await stocked(app)
  const product = await s.product(10)
  const then = await thisMoment()
  const { id, version, name, sku } = product
  await s.me.call(updateProduct, { id, version, name, sku, price: 30, cost_price: 1.255 })
  const at = (as_of: string) => s.me.call(readProductStockAsOf, { product_id: id, as_of, by: 'recorded' })
  expect(await at(then)).toMatchObject({ price: 2, cost_price: 0, cost_is_known: false, value_at_price: 20 })
  expect(await at(then)).toMatchObject({ value_at_cost: 0 })
  const now = await thisMoment()
  expect(await at(now)).toMatchObject({ price: 30, cost_price: 1.255, cost_is_known: true, value_at_cost: 12.55 })
  expect(await at('2020-01-01')).toMatchObject({ on_hand: 0, price: 2, value_at_price: 0, locations: [] })
  expect(await s.me.call(readStockValueAsOf, { as_of: then, by: 'recorded' })).toMatchObject({
    units: 10,
    value_at_price: 20,
    value_at_cost: 0,
    unknown_cost_units: 10,
  })
  expect(await s.me.call(readStockValueAsOf, { as_of: now, by: 'recorded' })).toMatchObject({
    units: 10,
    value_at_price: 300,
    value_at_cost: 12.55,
    unknown_cost_units: 0,
  })
})

describe('a day ends when it ends in the organization’s time zone', () => {
  test.each([
    // zone, day, its last included moment, the first excluded one
    ['UTC', '2026-06-30', '2026-06-30T23:59:59Z', '2026-07-01T00:00:00Z'],
    ['Europe/Berlin', '2026-06-30', '2026-06-30T21:59:59Z', '2026-06-30T22:00:00Z'],
    ['Asia/Kathmandu', '2026-06-30', '2026-06-30T18:14:59Z', '2026-06-30T18:15:00Z'],
    ['Pacific/Kiritimati', '2026-06-30', '2026-06-30T09:59:59Z', '2026-06-30T10:00:00Z'],
    // Of 23 hours and of 25 hours.
    ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
    ['America/New_York', '2026-03-08', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-05T13:29:59Z', '2026-04-05T13:30:00Z'],
    // Midnight is skipped (Cairo), and comes twice (Havana): the day ends with the first one.
    ['Africa/Cairo', '2026-04-23', '2026-04-23T21:59:59Z', '2026-04-23T22:00:00Z'],
    ['America/Havana', '2026-10-31', '2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z'],
  ])('%s on %s', async (time_zone, day, last, first) => {
    const s = await inZone(time_zone)
    const { id } = await s.product(0)
    await moved(s, id, 5, last)
    await moved(s, id, 3, first)
    expect(await onHand(s, id, day)).toBe(5)
  })

  test('a time is read in the given time zone; with an offset it is the same everywhere', async () => {
    const s = await inZone('Europe/Berlin')
    const { id } = await s.product(0)
    await moved(s, id, 5, '2026-06-30T12:05:00Z')
    expect(await onHand(s, id, '2026-06-30T14:05')).toBe(5)
    expect(await onHand(s, id, '2026-06-30T14:04:59.999999')).toBe(0)
    expect(await onHand(s, id, '2026-06-30T12:05:00Z')).toBe(5)
    expect(await onHand(s, id, '2026-06-30T08:04:59-04:00')).toBe(0)
    // 02:30 comes twice on this day and means the second; on the other day the clocks skip it.
    await moved(s, id, 1, '2025-10-26T01:30:00Z')
    expect(await onHand(s, id, '2025-10-26T02:30')).toBe(1)
    await moved(s, id, 1, '2025-03-30T01:30:00Z')
    expect(await onHand(s, id, '2025-03-30T02:30')).toBe(1)
    expect(await onHand(s, id, '2025-03-30T02:29')).toBe(0)
  })

  test('today is allowed to its end, later days are not', async () => {
    const s = await inZone('Pacific/Kiritimati')
    const { id } = await s.product(4)
    const today = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
    // Two days later, so that it is in the future even if midnight passes meanwhile.
    const later = new Date(Date.now() + 62 * 3_600_000).toISOString().slice(0, 10)
    expect(await onHand(s, id, today, 'recorded')).toBe(4)
    const refusal = { status: 422, fields: { as_of: 'Date can’t be in the future' } }
    expect(await s.me.refused(readProductStockAsOf, { product_id: id, as_of: later })).toMatchObject(refusal)
    expect(await s.me.refused(readStockValueAsOf, { as_of: later })).toMatchObject(refusal)
  })
})

test('an invalid moment, an invalid clock, and ids of others are refused', async () => {
  const [mine, theirs] = [await stocked(app), await stocked(app)]
  const { id } = await mine.product(4)
  for (const as_of of [
    '2026-02-30',
    '30.6.2026',
    'now',
    '',
    '1969-12-31',
    '9999-12-31',
    '2026-06-30T25:00',
    '2026-06-30T12:00:00+15:00',
    '2026-06-30\0',
    '1e309',
  ]) {
    const refusal = await mine.me.refused(readProductStockAsOf, { product_id: id, as_of })
    expect(refusal, as_of).toMatchObject({ status: 422, fields: { as_of: expect.any(String) } })
  }
  expect(await mine.me.refused(readProductStockAsOf, { product_id: id })).toMatchObject({ status: 422 })
  expect(
    await mine.me.refused(readProductStockAsOf, { product_id: id, as_of: '2026-01-01', by: 'guess' }),
  ).toMatchObject({
    status: 422,
    fields: { by: expect.any(String) },
  })
  const strange = { product_id: id, as_of: '2026-01-01' }
  expect(await theirs.me.refused(readProductStockAsOf, strange)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await mine.me.refused(readProductStockAsOf, { ...strange, product_id: newId() })).toMatchObject({
    status: 404,
  })
})
