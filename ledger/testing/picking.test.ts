import { describe, expect, test } from 'vitest'
import { opening, testStock, type TestOrganization } from './scenarios.ts'

const stock = await testStock()
const org = await stock.organization()

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** What each lot holds, by number. */
async function lots(product_id: string, of: TestOrganization = org): Promise<Record<string, number>> {
  const { rows } = await stock.admin.query<{ lot_number: string; units: number }>(
    `select l.lot_number, sum(s.available) as units from stock_levels s join lots l on l.org_id = s.org_id and l.id = s.lot_id
     where s.org_id = $1 and s.product_id = $2 group by l.lot_number`,
    [of.org_id, product_id],
  )
  return Object.fromEntries(rows.map((row) => [row.lot_number, row.units]))
}

describe('removing stock without a location', () => {
  test('takes from the default location first, then from the one with the most', async () => {
    const product_id = await org.product({ stock: 2 })
    const third = await org.location('Third')
    await org.post([opening(product_id, 3, org.second), opening(product_id, 9, third)])
    await org.post([{ product_id, type: 'out', reason: 'customer_order', quantity: 6 }])
    expect([
      await org.balances(product_id, org.main),
      await org.balances(product_id, third),
      await org.balances(product_id, org.second),
    ]).toMatchObject([{ available: 0 }, { available: 5 }, { available: 3 }])
    expect((await org.history(product_id)).at(-1)).toMatchObject({ quantity: 6, on_hand_change: -6 })
  })

  test('with a location takes only there', async () => {
    const product_id = await org.product({ stock: 2 })
    await org.post([opening(product_id, 3, org.second)])
    expect(
      await org.refused([{ product_id, type: 'out', reason: 'customer_order', quantity: 4, location_id: org.second }]),
    ).toMatchObject({
      details: { asked: 4, available: 3 },
    })
  })
})

describe('lots', () => {
  async function fourLots(): Promise<[string, string]> {
    const product_id = await org.product()
    const expired = await org.lot(product_id, 'expired', day(-2))
    const late = await org.lot(product_id, 'late', day(90))
    const soon = await org.lot(product_id, 'soon', day(5))
    await org.post([
      opening(product_id, 10, org.main),
      opening(product_id, 10, org.main, late),
      opening(product_id, 10, org.main, soon),
      opening(product_id, 10, org.main, expired),
    ])
    return [product_id, expired]
  }
  const out = (product_id: string, reason: string, quantity: number, lot_id?: string) =>
    ({ product_id, type: 'out', reason, quantity, location_id: org.main, lot_id }) as const

  test('first expired first out, lots without expiry last, expired lots never', async () => {
    const [product_id] = await fourLots()
    await org.post([out(product_id, 'customer_order', 15)])
    expect(await lots(product_id)).toEqual({ '': 10, late: 5, soon: 0, expired: 10 })
    await org.post([out(product_id, 'customer_order', 15)])
    expect(await org.refused([out(product_id, 'customer_order', 1)])).toMatchObject({
      details: { asked: 1, available: 0 },
    })
  })

  test('expiration takes expired lots first, damage takes any', async () => {
    const [product_id] = await fourLots()
    await org.post([out(product_id, 'expiration', 12)])
    expect(await lots(product_id)).toEqual({ '': 10, late: 10, soon: 8, expired: 0 })
    const [other] = await fourLots()
    await org.post([out(other, 'damaged', 31)])
    expect(await lots(other)).toEqual({ '': 0, late: 0, soon: 0, expired: 9 })
  })

  test('a named expired lot is refused for a customer and allowed for scrap', async () => {
    const [product_id, expired] = await fourLots()
    expect(await org.refused([out(product_id, 'customer_order', 1, expired)])).toMatchObject({
      code: 'lot_expired',
      details: { lot_number: 'expired' },
    })
    await org.post([out(product_id, 'damaged', 1, expired)])
    expect(await lots(product_id)).toMatchObject({ expired: 9 })
  })

  test('units keep their lot when they move', async () => {
    const [product_id] = await fourLots()
    await org.post([
      {
        product_id,
        from_account: 'available',
        from_location_id: org.main,
        to_account: 'available',
        to_location_id: org.second,
        quantity: 12,
      },
    ])
    expect(await lots(product_id)).toEqual({ '': 10, late: 10, soon: 10, expired: 10 })
    const soon = await org.lot(product_id, 'SOON')
    expect(await org.balances(product_id, org.second, soon)).toMatchObject({ available: 10 })
  })

  test('the lots of a location add up to the location', async () => {
    const [product_id] = await fourLots()
    expect(await org.balances(product_id, org.main)).toMatchObject({ available: 40 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 40 })
  })
})

test('the data is sound afterwards', () => stock.sound())
