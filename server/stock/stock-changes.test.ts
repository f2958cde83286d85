import { expect, test } from 'vitest'
import { readStockChanges } from '../../contract/explained-stock.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { reversePosting } from '../../contract/postings.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { thisMoment } from '../testing/this-moment.ts'

const app = await sharedApp()

test('lists the start, the sums by kind and reason, and the end of a number between two moments', async () => {
  const s = await stocked(app)
  const { id: product_id } = await s.product(0)
  const entry = (type: 'in' | 'out', quantity: number, reason_code: string, day: string) =>
    s.me.call(createTransaction, { product_id, type, quantity, reason_code, happened_at: `${day}T12:00:00Z` } as never)
  await entry('in', 40, 'purchase_order', '2026-01-10')
  await entry('out', 3, 'customer_order', '2026-02-03')
  await entry('out', 4, 'customer_order', '2026-02-05')
  await entry('in', 1, 'customer_return', '2026-02-07')
  await entry('out', 2, 'damaged', '2026-02-28')
  await entry('out', 9, 'customer_order', '2026-03-01')
  const read = (input: object) =>
    s.me.call(readStockChanges, { product_id, since: '2026-01-31', as_of: '2026-02-28', ...input })
  expect(await read({})).toEqual({
    since: { at: '2026-01-31T23:59:59.999999Z', by: 'happened', time_zone: 'UTC' },
    as_of: { at: '2026-02-28T23:59:59.999999Z', by: 'happened', time_zone: 'UTC' },
    start: 40,
    changes: [
      { kind: 'entry', type: 'out', reason: 'customer_order', direction: 'down', movements: 2, change: -7 },
      { kind: 'entry', type: 'out', reason: 'damaged', direction: 'down', movements: 1, change: -2 },
      { kind: 'entry', type: 'in', reason: 'customer_return', direction: 'up', movements: 1, change: 1 },
    ],
    end: 32,
    adds_up: true,
  })
  expect(await read({ by: 'recorded' })).toMatchObject({ start: 0, changes: [], end: 0, adds_up: true })
  expect(await read({ since: '2026-02-28', as_of: undefined })).toMatchObject({
    as_of: null,
    start: 32,
    end: 23,
    adds_up: true,
  })
  expect(await read({ since: '2026-02-28', as_of: '2026-02-28' })).toMatchObject({
    start: 32,
    changes: [],
    end: 32,
    adds_up: true,
  })
  // In the other direction there is nothing in between: the response reports that it doesn't add up.
  expect(await read({ since: '2026-02-28', as_of: '2026-01-31' })).toMatchObject({
    start: 32,
    changes: [],
    end: 40,
    adds_up: false,
  })
})

test('works for one location and for held goods, with counts, transfers and undone entries', async () => {
  const s = await stocked(app)
  const { id: product_id } = await s.product(20)
  const since = await thisMoment()
  await s.me.call(createTransfer, { product_id, from_location_id: s.main, to_location_id: s.shop, quantity: 6 })
  await s.me.call(setLocationStock, { product_id, location_id: s.shop, quantities: [{ from: 6, to: 5 }] })
  const out = { product_id, type: 'out' as const, location_id: s.shop }
  await s.me.call(createTransaction, { ...out, quantity: 2, reason_code: 'qc_hold' })
  const { posting_id } = await s.me.call(createTransaction, { ...out, quantity: 3, reason_code: 'theft_loss' })
  await s.me.call(reversePosting, { posting_id })
  const read = async (input: object) => {
    const { start, changes, end, adds_up } = await s.me.call(readStockChanges, {
      product_id,
      since,
      by: 'recorded',
      ...input,
    })
    expect(adds_up).toBe(true)
    return [start, changes.map(({ kind, type, change }) => [kind, type, change]), end]
  }
  expect(await read({ location_id: s.shop })).toEqual([
    0,
    [
      ['transfer', 'transfer', 6],
      ['entry', 'out', -3],
      ['reversal', 'in', 3],
      ['entry', 'out', -2],
      ['count', 'adjustment', -1],
    ],
    3,
  ])
  expect(await read({ location_id: s.main })).toEqual([20, [['transfer', 'transfer', -6]], 14])
  expect(await read({ account: 'held' })).toEqual([0, [['entry', 'out', 2]], 2])
  expect(await read({ account: 'incoming' })).toEqual([0, [], 0])
})

test("another organization's product isn't found, and invalid moments are named", async () => {
  const [mine, theirs] = [await stocked(app), await stocked(app)]
  const { id: product_id } = await mine.product(3)
  expect(await theirs.me.refused(readStockChanges, { product_id, since: '2026-01-01' })).toMatchObject({ status: 404 })
  expect(await mine.me.refused(readStockChanges, { product_id })).toMatchObject({
    fields: { since: expect.any(String) },
  })
  expect(await mine.me.refused(readStockChanges, { product_id, since: '2999-01-01' })).toMatchObject({
    status: 422,
    fields: { since: 'Date can’t be in the future' },
  })
  expect(
    await mine.me.refused(readStockChanges, { product_id, since: '2026-01-01', as_of: '2999-01-01' }),
  ).toMatchObject({
    fields: { as_of: 'Date can’t be in the future' },
  })
})
