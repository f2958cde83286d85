import { describe, expect, test } from 'vitest'
import type { Clock } from '../contract/as-of.ts'
import { sql } from '../server/platform/sql.ts'
import { valueAsOf } from './as-of.ts'
import { recordPrices } from './products.ts'
import { testStock, type TestOrganization } from './testing/scenarios.ts'
import { thisMoment } from '../server/testing/this-moment.ts'

const stock = await testStock()

type Level = { product_id: string; location_id: string; lot_id: string; held: number; on_hand: number }

/** The levels as of a moment, of one product or the entire catalog. */
function levelsAsOf(org: TestOrganization, at: string, by: Clock, product_id?: string): Promise<Level[]> {
  const levels = product_id
    ? sql`kernel.levels_as_of(${org.org_id}, ${at}::timestamptz, ${by}, ${product_id})`
    : sql`kernel.catalog_levels_as_of(${org.org_id}, ${at}::timestamptz, ${by})`
  return org.inTx((tx) => tx.all(sql<Level>`select *, available + reserved as on_hand from ${levels}`))
}

async function onHand(
  org: TestOrganization,
  at: string,
  by: Clock,
  product_id?: string,
): Promise<Record<string, number>> {
  const levels = await levelsAsOf(org, at, by, product_id)
  const sums: Record<string, number> = {}
  for (const level of levels) sums[level.location_id] = (sums[level.location_id] ?? 0) + level.on_hand
  return sums
}

describe('as of a moment', () => {
  test('by occurrence follows entered dates; by recording follows the books', async () => {
    const org = await stock.organization()
    const product_id = await org.product()
    const entry = (quantity: number, happened_at: string) =>
      org.post([{ product_id, type: 'in', reason: 'other', quantity, location_id: org.main }], { happened_at })
    await entry(5, '2026-01-10T00:00:00Z')
    await entry(7, '2026-03-20T00:00:00Z')
    const between = (await entry(2, '2026-03-05T00:00:00Z')).recorded_at as string
    await entry(100, '2026-02-01T00:00:00Z')

    const happened = (at: string) => onHand(org, at, 'happened').then((sums) => sums[org.main] ?? 0)
    expect(
      await Promise.all(
        ['2026-01-09', '2026-01-10', '2026-02-01', '2026-03-04', '2026-03-05', '2026-03-31'].map((day) =>
          happened(`${day}T00:00:00Z`),
        ),
      ),
    ).toEqual([0, 5, 105, 105, 107, 114])
    expect(await onHand(org, '2026-03-31T00:00:00Z', 'recorded')).toEqual({})
    expect(await onHand(org, between, 'recorded')).toEqual({ [org.main]: 14 })
    expect(await onHand(org, between, 'recorded', product_id)).toEqual({ [org.main]: 14 })
    expect(await onHand(org, await thisMoment(), 'recorded')).toEqual({ [org.main]: 114 })
    expect(await happened(await thisMoment())).toBe(114)
  })

  test('B12: a back-dated exit may make the past negative, but never a balance', async () => {
    const org = await stock.organization()
    const product_id = await org.product()
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 5, location_id: org.main }], {
      happened_at: '2026-03-01T00:00:00Z',
    })
    await org.post([{ product_id, type: 'out', reason: 'other', quantity: 5, location_id: org.main }], {
      happened_at: '2026-02-01T00:00:00Z',
    })
    expect(await onHand(org, '2026-02-10T00:00:00Z', 'happened')).toEqual({ [org.main]: -5 })
    expect(
      await org.refused([{ product_id, type: 'out', reason: 'other', quantity: 1 }], {
        happened_at: '2026-03-02T00:00:00Z',
      }),
    ).toMatchObject({
      code: 'insufficient_stock',
    })
    await stock.sound()
  })

  test('both ways of computing agree on both sides of their boundary', async () => {
    const org = await stock.organization()
    const products = [await org.product(), await org.product({ decimals: 2 })]
    const days = Array.from({ length: 60 }, (_, index) => new Date(Date.now() - index * 3 * 86_400_000).toISOString())
    for (const [index, happened_at] of days.entries()) {
      const product_id = products[index % 2] as string
      const location_id = index % 3 ? org.main : org.second
      await org.post([{ product_id, type: 'in', reason: 'other', quantity: index + 1, location_id }], { happened_at })
    }
    for (const at of days) {
      const { rows } = await stock.admin.query<{ units: number }>(
        'select coalesce(sum(quantity), 0) as units from stock_movements where org_id = $1 and happened_at <= $2',
        [org.org_id, at],
      )
      const sums = await onHand(org, at, 'happened')
      expect(
        Object.values(sums).reduce((sum, units) => sum + units, 0),
        at,
      ).toBe(rows[0]?.units)
    }
  })

  test("the catalog's levels are those of its products, for every account, location and lot, by both clocks", async () => {
    const org = await stock.organization()
    const products = [await org.product({ stock: 500 }), await org.product({ stock: 500, decimals: 4 })]
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    for (const [index, product_id] of [...products, ...products, ...products].entries()) {
      const lot_id = await org.lot(product_id, `L-${index}`)
      const at = { happened_at: daysAgo(20 + index * 37) }
      await org.post([{ product_id, type: 'in', reason: 'other', quantity: 9, location_id: org.second, lot_id }], at)
      await org.post([{ product_id, type: 'out', reason: 'qc_hold', quantity: 2, location_id: org.main }], at)
      await org.post(
        [
          {
            product_id,
            from_account: 'available',
            from_location_id: org.main,
            to_account: 'available',
            to_location_id: org.second,
            quantity: 3,
          },
        ],
        at,
      )
    }
    const key = ({ product_id, location_id, lot_id }: Level) => product_id + location_id + lot_id
    const sorted = (levels: Level[]) => levels.toSorted((a, b) => key(a).localeCompare(key(b)))
    for (const by of ['happened', 'recorded'] as const) {
      for (const days of [0, 10, 40, 75, 120, 200, 400]) {
        const at = daysAgo(days)
        const all = await levelsAsOf(org, at, by)
        const each = await Promise.all(products.map((product_id) => levelsAsOf(org, at, by, product_id)))
        expect(sorted(all), `${by}, ${days} days ago`).toEqual(sorted(each.flat()))
        if (days === 0) expect(all.some(({ held }) => held > 0)).toBe(true)
      }
    }
  })

  test('value uses the cost and price at that moment', async () => {
    const org = await stock.organization()
    const product_id = await org.product({ stock: 10, cost: 4, price: 10 })
    const before = await thisMoment()
    await stock.admin.query('update products set price = 20, cost_price = 5.5 where id = $1', [product_id])
    await org.inTx((tx) => recordPrices(tx, org.actor, [product_id]))
    expect(await org.inTx((tx) => valueAsOf(tx, org.actor, { at: before, by: 'recorded' }))).toEqual({
      units: 10,
      cost: 40,
      price: 100,
      unknown_cost_units: 0,
    })
    const now = new Date(Date.now() + 60_000).toISOString()
    expect(await org.inTx((tx) => valueAsOf(tx, org.actor, { at: now, by: 'recorded' }))).toEqual({
      units: 10,
      cost: 55,
      price: 200,
      unknown_cost_units: 0,
    })
  })
})

describe('order follows versions, never the clock', () => {
  test('B10: a clock that goes backwards leaves a sound chain', async () => {
    const org = await stock.organization()
    const product_id = await org.product({ stock: 10 })
    // The level was last written by a server whose clock is an hour fast.
    await stock.admin.query('begin; set local session_replication_role = replica')
    await stock.admin.query(
      `update stock_levels set last_recorded_at = last_recorded_at + interval '1 hour' where product_id = $1`,
      [product_id],
    )
    await stock.admin.query(
      `update stock_movements set recorded_at = recorded_at + interval '1 hour' where product_id = $1`,
      [product_id],
    )
    await stock.admin.query(
      `update stock_postings set recorded_at = recorded_at + interval '1 hour' where id in (select posting_id from stock_movements where product_id = $1)`,
      [product_id],
    )
    await stock.admin.query('commit')
    const first = await org.post([{ product_id, type: 'out', reason: 'other', quantity: 3, location_id: org.main }])
    const second = await org.post([{ product_id, location_id: org.main, count_from: 7, count_to: 9 }])
    expect(Date.parse(first.recorded_at as string)).toBeGreaterThan(Date.now() + 3_000_000)
    // Both are exact to the microsecond, in the same format.
    expect(String(second.recorded_at) > String(first.recorded_at)).toBe(true)
    const { rows } = await stock.admin.query(
      'select coalesce(from_balance, to_balance) as balance from stock_movements where product_id = $1 order by coalesce(from_version, to_version)',
      [product_id],
    )
    expect(rows.map((row) => row.balance)).toEqual([10, 7, 9])
    const { rows: chain } = await stock.admin.query('select version from stock_levels where product_id = $1', [
      product_id,
    ])
    expect(chain).toEqual([{ version: 3 }])
  })
})
