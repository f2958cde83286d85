import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { listLocations } from '../../contract/locations.ts'
import { listProducts, readProductSummary } from '../../contract/products.ts'
import { readProductStock } from '../../contract/stock.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/transfers.ts'
import { newId } from '../platform/ids.ts'
import { testApp } from '../testing/app.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'

const app = await testApp()

/** An organisation with ten units of a product in the warehouse and four on the shop floor, and a member of each. */
async function twoPlaces() {
  const s = await stocked(app)
  const product = await s.product(10)
  const entry = { product_id: product.id, type: 'in' as const, reason_code: 'other' as const, notes: 'Counted' }
  await s.me.call(createTransaction, { ...entry, quantity: 4, location_id: s.shop })
  const [keeper, seller] = await Promise.all([limitedMember(app, s.me, [s.main]), limitedMember(app, s.me, [s.shop])])
  return { ...s, product, entry, keeper, seller }
}

describe('a member limited to a location', () => {
  test('sees the stock, the movements and the sums of that location only', async () => {
    const s = await twoPlaces()
    const seen = async (who: typeof s.me) => ({
      on_hand: (await who.call(listProducts, {})).items.map(({ stock }) => stock.on_hand),
      places: (await who.call(readProductStock, { product_id: s.product.id })).locations.map((place) => place.on_hand),
      units: (await who.call(readProductSummary, {})).units,
      locations: (await who.call(listLocations, { with_stock: 'true' })).items.map(({ stock }) => stock?.on_hand),
      moved: (await who.call(listTransactions, {})).items.map((row) => row.on_hand_change),
    })
    expect(await seen(s.me)).toEqual({ on_hand: [14], places: [10, 4], units: 14, locations: [10, 4], moved: [4, 10] })
    expect(await seen(s.keeper)).toEqual({ on_hand: [10], places: [10], units: 10, locations: [10], moved: [10] })
    expect(await seen(s.seller)).toEqual({ on_hand: [4], places: [4], units: 4, locations: [4], moved: [4] })
  })

  test('takes goods from there only, and a refusal names no number of another location', async () => {
    const s = await twoPlaces()
    const out = { ...s.entry, type: 'out' as const }
    expect(await s.seller.refused(createTransaction, { ...out, quantity: 5 })).toMatchObject({
      code: 'insufficient_stock',
      details: { available: 4, on_hand: 4 },
    })
    await s.seller.call(createTransaction, { ...out, quantity: 4 })
    expect(await s.stock(s.product.id)).toMatchObject({ on_hand: 10 })
    expect(await s.at(s.product.id, s.main)).toBe(10)
  })

  test('puts goods without a location to one of theirs, also where the default is another', async () => {
    const s = await twoPlaces()
    await s.seller.call(createTransaction, { ...s.entry, quantity: 1 })
    expect(await s.at(s.product.id, s.shop)).toBe(5)
  })

  test('is refused in words at another location, and nothing moves', async () => {
    const s = await twoPlaces()
    for (const type of ['in', 'out'] as const) {
      const refusal = await s.seller.refused(createTransaction, { ...s.entry, type, quantity: 1, location_id: s.main })
      expect(refusal.status).toBeLessThan(500)
      expect(refusal.message).toMatch(/location/i)
      expect(JSON.stringify(refusal)).not.toContain('Main Warehouse')
    }
    expect((await s.stock(s.product.id)).on_hand).toBe(14)
  })

  test('sends goods to another location, and cannot take them from there', async () => {
    const s = await twoPlaces()
    const moved = { product_id: s.product.id, quantity: 1 }
    await s.seller.call(createTransfer, { ...moved, from_location_id: s.shop, to_location_id: s.main })
    expect([await s.at(s.product.id, s.main), await s.at(s.product.id, s.shop)]).toEqual([11, 3])
    const refusal = await s.seller.refused(createTransfer, {
      ...moved,
      from_location_id: s.main,
      to_location_id: s.shop,
    })
    expect(refusal.status).toBeLessThan(500)
    const { items } = await s.seller.call(listTransactions, { type: 'transfer' })
    expect(items.map((row) => row.on_hand_change)).toEqual([-1])
    expect(
      (await s.keeper.call(listTransactions, { type: 'transfer' })).items.map((row) => row.on_hand_change),
    ).toEqual([1])
  })

  test('gets the first answer of a repeated request while their locations are the same, and a refusal after', async () => {
    const s = await twoPlaces()
    const input = { ...s.entry, quantity: 1, location_id: s.shop }
    const options = { idempotencyKey: newId() }
    const first = await s.seller.call(createTransaction, input, options)
    expect(await s.seller.call(createTransaction, input, options)).toEqual(first)
    await changeLocations(app, s.seller, [s.shop, s.main])
    expect(await s.seller.refused(createTransaction, input, options)).toMatchObject({ status: 409, code: 'conflict' })
    expect(await s.at(s.product.id, s.shop)).toBe(5)
    await changeLocations(app, s.seller, [s.shop])
    expect(await s.seller.call(createTransaction, input, options)).toEqual(first)
  })

  test('sees other locations from the next request on when they are given others', async () => {
    const s = await twoPlaces()
    await changeLocations(app, s.seller, [s.main])
    expect((await s.seller.call(listProducts, {})).items[0]?.stock.on_hand).toBe(10)
    await changeLocations(app, s.seller, null)
    expect((await s.seller.call(listProducts, {})).items[0]?.stock.on_hand).toBe(14)
    await changeLocations(app, s.seller, [])
    expect((await s.seller.call(listProducts, {})).items[0]?.stock.on_hand).toBe(0)
    expect((await s.seller.call(listLocations, {})).items).toEqual([])
  })

  test('is staff or a viewer: an owner and an admin have all locations', async () => {
    const s = await stocked(app)
    for (const role of ['owner', 'admin'] as const)
      await expect(limitedMember(app, s.me, [s.shop], role)).rejects.toThrow('members_location_ids_check')
    await limitedMember(app, s.me, [s.shop], 'viewer')
  })
})

describe('a transaction', () => {
  const levels = sql<{ available: number }>`select available from stock_levels order by available`

  test('sees nothing that is kept at a location before it is said with which it works', async () => {
    const s = await twoPlaces()
    const scope = { org_id: s.me.org_id, user_id: s.me.user_id }
    expect(await app.db.transaction(scope, (tx) => tx.all(levels))).toEqual([])
    expect(await app.db.transaction({ ...scope, locations: 'all' }, (tx) => tx.all(levels))).toHaveLength(2)
    expect(await app.db.transaction({ ...scope, user_id: null }, (tx) => tx.all(levels))).toHaveLength(2)
    const unsaid = app.db.transaction(scope, (tx) =>
      tx.all(sql`select * from kernel.catalogue_levels_as_of(${s.me.org_id}, now(), 'recorded')`),
    )
    expect(await unsaid).toEqual([])
  })

  test('limits a statement that is prepared already, and the next transaction on the connection starts anew', async () => {
    const s = await twoPlaces()
    const scope = { org_id: s.me.org_id, user_id: s.me.user_id }
    const seen = (location_ids: string[] | null) =>
      app.db.transaction(scope, async (tx) => {
        void tx.useLocations(location_ids)
        return (await tx.all(levels)).map(({ available }) => available)
      })
    for (let round = 0; round < 8; round++) {
      expect(await Promise.all([seen(null), seen([s.shop]), seen([s.main]), seen([])])).toEqual([
        [4, 10],
        [4],
        [10],
        [],
      ])
    }
    expect(await app.db.transaction(scope, (tx) => tx.all(levels))).toEqual([])
  })

  test('cannot read the sums over all locations once it is limited', async () => {
    const s = await twoPlaces()
    for (const table of ['product_totals', 'catalogue_totals', 'product_months']) {
      const read = app.db.transaction({ org_id: s.me.org_id, user_id: s.me.user_id }, async (tx) => {
        void tx.useLocations([s.shop])
        return tx.all(sql`select * from public.${sql.raw(table)}`)
      })
      await expect(read).rejects.toThrow(`permission denied for table ${table}`)
    }
  })
})
