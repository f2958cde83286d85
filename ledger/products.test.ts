import { describe, expect, test } from 'vitest'
import { newId } from '../server/platform/ids.ts'
import { sql } from '../server/platform/sql.ts'
import { lockEmptyLocation, removeUntouchedLevels } from './locations.ts'
import * as products from './products.ts'
import { refusalOf, testStock } from './testing/scenarios.ts'

const stock = await testStock()
const org = await stock.organization()

const archive = (product_id: string) => org.inTx((tx) => products.archiveProduct(tx, org.actor, product_id))
const close = (location_id: string) => org.inTx((tx) => lockEmptyLocation(tx, org.actor, location_id))

/** How many levels the ledger has for a location. */
async function levelsAt(location_id: string): Promise<number | null> {
  const { rowCount } = await stock.admin.query('select from stock_levels where location_id = $1', [location_id])
  return rowCount
}

/** Which of them have stock. */
async function goodsOf(ids: string[]): Promise<string> {
  const { rows } = await stock.admin.query<{ product_id: string }>(
    'select product_id from product_totals where product_id = any ($1) and on_hand > 0',
    [ids],
  )
  return rows[0]?.product_id ?? ''
}

/** Which of them are archived, by their own rows and by their totals. */
async function archivedOf(ids: string[]): Promise<string[]> {
  const { rows } = await stock.admin.query<{ id: string; archived: boolean }>(
    `select p.id, t.archived from products p join product_totals t on t.product_id = p.id
     where p.id = any ($1) and (p.archived_at is not null or t.archived) order by p.id`,
    [ids],
  )
  expect(rows.every(({ archived }) => archived)).toBe(true)
  return rows.map(({ id }) => id)
}

describe('a product', () => {
  test('starts with its no-lot row, totals and first price', async () => {
    const product_id = await org.product({ minimum: 5 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0, is_low: true, is_out: true })
    await stock.sound()
  })

  test("with stock or demands can't be archived; an empty one can, refuses postings and can be restored", async () => {
    const product_id = await org.product({ stock: 3 })
    expect(await refusalOf(archive(product_id))).toMatchObject({
      code: 'product_not_empty',
      details: { on_hand: 3, product: 'Bolt' },
    })
    await org.post([{ product_id, type: 'out', reason: 'qc_hold', quantity: 3 }])
    expect(await refusalOf(archive(product_id))).toMatchObject({
      code: 'product_not_empty',
      details: { on_hand: 0, held: 3 },
    })
    await org.post([{ product_id, type: 'out', reason: 'held_scrap', quantity: 3 }])
    const demand = {
      document_line_id: newId(),
      document_kind: 'sales_order' as const,
      document_id: newId(),
      product_id,
      wanted: 1,
    }
    await org.post([], { demands: [demand] })
    expect(await refusalOf(archive(product_id))).toMatchObject({
      code: 'product_not_empty',
      details: { open_documents: 1 },
    })
    await org.post([], { demands: [{ ...demand, wanted: 0 }] })
    await archive(product_id)
    expect(await org.totals(product_id)).toMatchObject({ is_low: false, is_out: false })
    for (const location_id of [org.main, undefined]) {
      expect(await org.refused([{ product_id, type: 'in', reason: 'other', quantity: 1, location_id }])).toMatchObject({
        code: 'product_archived',
      })
    }
    expect(await refusalOf(archive(product_id))).toMatchObject({ code: 'product_archived' })
    await org.inTx((tx) => products.restoreProduct(tx, org.actor, product_id))
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 1 }])
    expect(await refusalOf(org.inTx((tx) => products.restoreProduct(tx, org.actor, product_id)))).toMatchObject({
      code: 'conflict',
    })
  })

  test('are archived and restored together, all or none; the first one that blocks is reported', async () => {
    const make = async (stock?: number) => org.product({ stock })
    const ids = (await Promise.all([make(), make(), make(), make(2)])).toSorted()
    const full = await goodsOf(ids)
    const empty = ids.filter((id) => id !== full)
    const archiveAll = (some: string[]) => org.inTx((tx) => products.archiveProducts(tx, org.actor, some))
    const restoreAll = (some: string[]) => org.inTx((tx) => products.restoreProducts(tx, org.actor, some))
    expect(await refusalOf(archiveAll(ids))).toMatchObject({
      code: 'product_not_empty',
      details: { product_id: full, on_hand: 2 },
    })
    expect(await archivedOf(ids)).toEqual([])
    const stranger = '00000000-0000-7000-8000-000000000001'
    expect(await refusalOf(archiveAll([...empty, stranger]))).toMatchObject({
      code: 'not_found',
      details: { product_id: stranger },
    })
    await archiveAll(empty)
    expect(await archivedOf(ids)).toEqual(empty)
    expect(await refusalOf(archiveAll(empty))).toMatchObject({
      code: 'product_archived',
      details: { product_id: empty[0] },
    })
    expect(await refusalOf(restoreAll(ids))).toMatchObject({ code: 'conflict', details: { product_id: full } })
    expect(await refusalOf(restoreAll([...empty, stranger]))).toMatchObject({ code: 'not_found' })
    expect(await archivedOf(ids)).toEqual(empty)
    await stock.sound()
    await restoreAll(empty)
    expect(await archivedOf(ids)).toEqual([])
    await stock.sound()
  })

  test("without history is deleted with all its ledger rows; with history it isn't", async () => {
    const remove = (product_id: string) =>
      org.inTx((tx) => products.deleteProductWithoutHistory(tx, org.actor, product_id))
    const fresh = await org.product()
    await org.inTx((tx) => products.ensureLevels(tx, org.actor, [{ product_id: fresh, location_id: org.second }]))
    expect(await remove(fresh)).toBe(true)
    const { rows } = await stock.admin.query('select from products where id = $1', [fresh])
    expect(rows).toEqual([])
    expect(await remove(await org.product({ stock: 1 }))).toBe(false)
    expect(await refusalOf(remove(newId()))).toMatchObject({ code: 'not_found' })
  })

  test('has a minimum: low at or below it', async () => {
    const product_id = await org.product({ stock: 5 })
    const minimum = (value: number) =>
      org.inTx((tx) => products.setMinimum(tx, org.actor, { product_id, minimum: value }))
    const low = async () => (await org.totals(product_id)).is_low
    expect(await low()).toBe(false)
    await minimum(5)
    expect(await low()).toBe(true)
    await minimum(4)
    expect(await low()).toBe(false)
    await org.post([{ product_id, type: 'out', reason: 'other', quantity: 1, location_id: org.main }])
    expect(await low()).toBe(true)
    for (const value of [-1, 'NaN', 1e11] as number[])
      expect(await refusalOf(minimum(value))).toMatchObject({ code: 'invalid_quantity' })
    expect(await refusalOf(minimum(0.5))).toMatchObject({ code: 'too_many_decimals' })
  })

  test('keeps all its prices', async () => {
    const product_id = await org.product({ price: 10, cost: 4 })
    const set = (price: number, cost_price: number) =>
      org.inTx((tx) => products.setPrice(tx, org.actor, { product_id, price, cost_price }))
    await set(12, 4)
    await set(12, 4)
    await set(12, 5.1234)
    const { rows } = await stock.admin.query(
      'select price, cost_price from product_prices where product_id = $1 order by valid_from',
      [product_id],
    )
    expect(rows).toEqual([
      { price: 10, cost_price: 4 },
      { price: 12, cost_price: 4 },
      { price: 12, cost_price: 5.1234 },
    ])
  })

  test('has lots by number, ignoring case', async () => {
    const product_id = await org.product()
    const lot = await org.lot(product_id, 'A-1')
    expect(await org.lot(product_id, 'a-1', '2030-01-01')).toBe(lot)
    expect(await org.lot(product_id, '')).toBe(product_id)
    const { rows } = await stock.admin.query('select expires_on from lots where id = $1', [lot])
    expect(rows).toEqual([{ expires_on: '2030-01-01' }])
    expect(await refusalOf(org.lot(product_id, 'a-1', '2031-01-01'))).toMatchObject({
      code: 'conflict',
      details: { lot_number: 'A-1', expires_on: '2030-01-01' },
    })
  })
})

describe('a location', () => {
  test("that is the default, has stock or is in an open document can't be deleted", async () => {
    expect(await refusalOf(close(org.main))).toMatchObject({
      code: 'location_is_default',
      details: { location: 'Main' },
    })
    const location = await org.location('Attic')
    const product_id = await org.product()
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 2, location_id: location }])
    expect(await refusalOf(close(location))).toMatchObject({
      code: 'location_not_empty',
      details: { products: 1, on_hand: 2 },
    })
    await org.post([{ product_id, type: 'out', reason: 'other', quantity: 2, location_id: location }])
    const demand = {
      document_line_id: newId(),
      document_kind: 'sales_order' as const,
      document_id: newId(),
      product_id,
      location_id: location,
      wanted: 1,
    }
    await org.post([], { demands: [demand] })
    expect(await refusalOf(close(location))).toMatchObject({ code: 'location_has_open_documents' })
    await org.post([], { demands: [{ ...demand, wanted: 0 }] })
    await close(location)
    expect(await refusalOf(close(newId()))).toMatchObject({ code: 'not_found' })
    await org.inTx((tx) => removeUntouchedLevels(tx, org.actor, location))
    expect(await levelsAt(location)).toBe(1)
  })

  test('that never had stock can be deleted with its empty rows', async () => {
    const location = await org.location('Never used')
    const product_id = await org.product()
    expect(await org.inTx((tx) => products.ensureLevels(tx, org.actor, [{ product_id, location_id: location }]))).toBe(
      1,
    )
    await org.inTx(async (tx) => {
      await lockEmptyLocation(tx, org.actor, location)
      await removeUntouchedLevels(tx, org.actor, location)
      await tx.run(sql`delete from locations where org_id = ${org.org_id} and id = ${location}`)
    })
    expect(await levelsAt(location)).toBe(0)
  })
})

test('the data is sound afterwards', () => stock.sound())
