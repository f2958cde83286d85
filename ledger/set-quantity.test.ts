import { describe, expect, test } from 'vitest'
import { newId } from '../server/platform/ids.ts'
import { setQuantity, type Count } from './set-quantity.ts'
import { refusalOf, testStock, together } from './testing/scenarios.ts'

const stock = await testStock()
const org = await stock.organization()

const count = (counted: Count, happened_at?: string) =>
  org.inTx((tx) => setQuantity(tx, org.actor, { id: newId(), counts: [counted], happened_at }))

describe('setting a quantity', () => {
  test('posts the difference in either direction, and nothing without one', async () => {
    const product_id = await org.product({ stock: 10 })
    await count({ product_id, location_id: org.main, from: 10, to: 13 })
    await count({ product_id, location_id: org.main, from: 13, to: 4 })
    expect(await count({ product_id, location_id: org.main, from: 4, to: 4 })).toMatchObject({ movements: 0 })
    expect((await org.history(product_id)).map((row) => [row.type, row.on_hand_change])).toEqual([
      ['opening', 10],
      ['adjustment', 3],
      ['adjustment', -9],
    ])
    const { rows } = await stock.admin.query(
      'select from stock_postings p where not exists (select from stock_movements m where m.posting_id = p.id)',
    )
    expect(rows).toEqual([])
  })

  test('is refused with the current figure when it differs from the one seen', async () => {
    const product_id = await org.product({ stock: 10 })
    expect(await refusalOf(count({ product_id, location_id: org.main, from: 9, to: 12 }))).toMatchObject({
      code: 'conflict',
      details: { seen: 9, present: 10, location: 'Main' },
    })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 10 })
  })

  test('at a location that never had stock starts from 0', async () => {
    const product_id = await org.product()
    await count({ product_id, location_id: org.second, from: 0, to: 5 })
    expect(await org.balances(product_id, org.second)).toMatchObject({ available: 5 })
  })

  test('of two people who saw the same figure, one wins', async () => {
    const product_id = await org.product({ stock: 10 })
    const { done, refused } = await together([
      () => count({ product_id, location_id: org.main, from: 10, to: 12 }),
      () => count({ product_id, location_id: org.main, from: 10, to: 7 }),
    ])
    expect([done.length, refused]).toEqual([1, ['conflict']])
  })

  test("B11: a count posts a difference under the lock; a later back-dated entry doesn't invalidate it", async () => {
    const product_id = await org.product({ stock: 10 })
    await count({ product_id, location_id: org.main, from: 10, to: 8 })
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 5, location_id: org.main }], {
      happened_at: '2026-01-01T00:00:00Z',
    })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 13 })
    await count({ product_id, location_id: org.main, from: 13, to: 8 }, '2026-01-02T00:00:00Z')
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 8 })
    await stock.sound()
  })

  test('B19: hostile counts are refused', async () => {
    const product_id = await org.product({ stock: 10, decimals: 2 })
    for (const to of ['NaN', 'Infinity', '-1', '1e309', 1e11] as number[]) {
      expect(await refusalOf(count({ product_id, location_id: org.main, from: 10, to })), String(to)).toMatchObject({
        code: 'invalid_quantity',
      })
    }
    expect(await refusalOf(count({ product_id, location_id: org.main, from: 10, to: 1.005 }))).toMatchObject({
      code: 'too_many_decimals',
    })
    await count({ product_id, location_id: org.main, from: 10, to: -0 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0 })
  })
})

test('the data is sound afterwards', () => stock.sound())
