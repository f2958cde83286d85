import { beforeAll, describe, expect, test } from 'vitest'
import { readInventoryReport, readInventorySummary } from '../../contract/inventory-report.ts'
import { createProduct, readProduct, updateProduct, type Product } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { readTransactionsReport } from '../../contract/transactions-report.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { readValuationReport, readValuationSummary } from '../../contract/valuation-report.ts'
import { sharedApp } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'
import { csvRows, downloaded } from './testing/files.ts'

const app = await sharedApp()

/** The database's clock, so that nothing depends on two clocks agreeing. */
async function now(): Promise<string> {
  const { rows } = await app.admin.query<{ now: string }>('select clock_timestamp() as now')
  return rows[0]?.now ?? ''
}

describe('as of a past moment', () => {
  let company: Stocked
  let product: Product
  let before: string
  let then: string
  beforeAll(async () => {
    company = await stocked(app)
    before = await now()
    product = await company.product(10)
    product = await company.me.call(updateProduct, edited(product, { cost_price: 1 }))
    then = await now()
    product = await company.me.call(updateProduct, edited(product, { price: 8, cost_price: 3, name: 'Renamed' }))
    await company.me.call(createTransaction, {
      product_id: product.id,
      type: 'out',
      quantity: 4,
      reason_code: 'other',
      notes: 'x',
    })
    await company.me.call(createTransaction, {
      product_id: product.id,
      type: 'in',
      quantity: 100,
      reason_code: 'other',
      notes: 'late',
      happened_at: '2026-01-10T00:00:00Z',
    })
  })

  test('a cost that was entered later was unknown before', async () => {
    const company = await stocked(app)
    const { id } = await company.product(10)
    const early = { as_of: await now(), by: 'recorded' as const }
    await company.me.call(updateProduct, edited(await company.me.call(readProduct, { id }), { cost_price: 1.5 }))
    expect((await company.me.call(readValuationSummary, early)).on_hand).toMatchObject({
      total_cost: 0,
      profit: 0,
      unknown_cost_units: 10,
    })
    expect((await company.me.call(readValuationReport, early)).items).toMatchObject([
      { cost_is_known: false, profit: 0 },
    ])
    expect(
      (await csvRows(company.me, `valuation/file?as_of=${encodeURIComponent(early.as_of)}&by=recorded`))[1],
    ).toEqual(['Product 1', 'P-1', '10', '', '', '2.00', '20.00', '', 'No', '0', '', '0', ''])
    const today = (await company.me.call(readValuationSummary, { as_of: await now() })).on_hand
    expect(today).toMatchObject({ total_cost: 15, profit: 5, unknown_cost_units: 0 })
  })

  test('stock, price and cost are those of the moment, by either clock', async () => {
    const recorded = { as_of: then, by: 'recorded' as const }
    expect((await company.me.call(readValuationReport, recorded)).items).toMatchObject([
      { name: 'Renamed', on_hand: 10, cost_price: 1, price: 2, total_cost: 10, total_retail: 20, profit: 10 },
    ])
    expect(await company.me.call(readValuationSummary, recorded)).toMatchObject({
      on_hand: { units: 10, total_cost: 10, total_retail: 20 },
    })
    const happened = { as_of: then, by: 'happened' as const }
    expect((await company.me.call(readInventoryReport, happened)).items).toMatchObject([{ on_hand: 110, price: 2 }])
    expect((await company.me.call(readInventoryReport, {})).items).toMatchObject([{ on_hand: 106, price: 8 }])
    expect((await company.me.call(readInventoryReport, { as_of: await now() })).items).toMatchObject([
      { on_hand: 106, price: 8, cost_price: 3 },
    ])
  })

  test('before it was recorded, a product is only listed if it had stock', async () => {
    expect((await company.me.call(readInventoryReport, { as_of: before, by: 'recorded' })).items).toEqual([])
    const { items } = await company.me.call(readInventoryReport, { as_of: '2026-02-01T00:00:00Z' })
    expect(items).toMatchObject([{ sku: 'P-1', on_hand: 100, price: 2 }])
    expect(await company.me.call(readInventorySummary, { as_of: '2026-02-01T00:00:00Z' })).toMatchObject({ units: 100 })
    expect((await company.me.call(readInventoryReport, { as_of: '2026-01-01T00:00:00Z' })).items).toEqual([])
  })

  test('a product whose removals were dated before its deliveries is out of stock then', async () => {
    const client = await app.signUp()
    const { id: product_id } = await client.call(createProduct, { name: 'Bolt', sku: 'B', price: 1, stock_quantity: 5 })
    await client.call(createTransaction, {
      product_id,
      type: 'out',
      quantity: 3,
      reason_code: 'damaged',
      happened_at: '2026-01-10T00:00:00Z',
    })
    const then = { as_of: '2026-02-01T00:00:00Z' }
    expect((await client.call(readInventoryReport, then)).items).toMatchObject([
      { on_hand: -3, is_low: true, is_out: true },
    ])
    expect(await client.call(readInventorySummary, then)).toMatchObject({ units: -3, low: 1, out: 1 })
  })

  test('every sort order gives the same lines, also those that read product by product', async () => {
    const input = { as_of: then, by: 'recorded' as const }
    const byName = await company.me.call(readValuationReport, { ...input, sort: 'name' })
    const byProfit = await company.me.call(readValuationReport, { ...input, sort: 'profit' })
    expect(byName.items).toEqual(byProfit.items)
  })

  test('a page by name is full even if products in between have no line, and pages follow each other', async () => {
    const client = await app.signUp()
    const make = (name: string) => client.call(createProduct, { name, sku: name, price: 1, stock_quantity: 1 })
    for (const name of ['a', 'c', 'e', 'g']) await make(name)
    const gone = await make('d')
    const moment = await now()
    for (const name of ['b', 'f']) {
      // Recorded later, with earlier dates, and a sum of zero.
      const late = await client.call(createProduct, { name, sku: name, price: 1 })
      for (const type of ['in', 'out'] as const)
        await client.call(createTransaction, {
          product_id: late.id,
          type,
          quantity: 1,
          reason_code: 'other',
          notes: 'late',
          happened_at: '2026-01-01T00:00:00Z',
        })
    }
    await client.call(createTransaction, { product_id: gone.id, type: 'out', quantity: 1, reason_code: 'damaged' })
    await client.call(deleteProduct, { id: gone.id })
    for (const sort of ['name', '-name', 'sku', '-sku', 'price'] as const)
      for (const by of ['happened', 'recorded'] as const) {
        const found: string[] = []
        let cursor: string | undefined
        do {
          const page = await client.call(readInventoryReport, { as_of: moment, by, sort, limit: 2, cursor })
          expect(page.items.length, `${sort} by ${by}`).toBe(cursor === undefined || page.next ? 2 : 1)
          found.push(...page.items.map((line) => line.name))
          cursor = page.next ?? undefined
        } while (cursor)
        const names = ['a', 'c', 'd', 'e', 'g']
        expect(found, `${sort} by ${by}`).toEqual(sort.startsWith('-') ? names.toReversed() : names)
      }
  })

  test('the history ends at the moment: by when it happened, or by when it was recorded', async () => {
    const happened = await company.me.call(readTransactionsReport, { as_of: then })
    expect(happened.items.map(({ quantity }) => quantity)).toEqual([10, 100])
    const recorded = await company.me.call(readTransactionsReport, { as_of: then, by: 'recorded' })
    expect(recorded.items.map(({ quantity }) => quantity)).toEqual([10])
    const later = await company.me.call(readTransactionsReport, { as_of: await now(), by: 'recorded' })
    expect(later.items.map(({ quantity }) => quantity)).toEqual([-4, 10, 100])
  })

  test('the file is of that moment, and its name has the day', async () => {
    const at = encodeURIComponent('2026-02-01T12:00:00Z')
    expect((await downloaded(company.me, `inventory/file?as_of=${at}`)).name).toBe('inventory_report_2026-02-01.csv')
    expect((await csvRows(company.me, `valuation/file?as_of=${at}`)).slice(1)).toEqual([
      ['Renamed', 'P-1', '100', '', '', '2.00', '200.00', '', 'No', '0', '', '0', ''],
    ])
    await app.admin.query(`update organizations set time_zone = 'Pacific/Auckland' where org_id = $1`, [
      company.me.org_id,
    ])
    expect((await downloaded(company.me, `inventory/file?as_of=${at}`)).name).toBe('inventory_report_2026-02-02.csv')
  })

  test('a product archived since is included before', async () => {
    const client = await app.signUp()
    const gone = await client.call(createProduct, { name: 'Gone', sku: 'G', price: 1, stock_quantity: 5 })
    const while_there = await now()
    await client.call(createTransaction, { product_id: gone.id, type: 'out', quantity: 5, reason_code: 'damaged' })
    const sold_out = await now()
    await client.call(deleteProduct, { id: gone.id })
    expect((await client.call(readInventoryReport, {})).items).toEqual([])
    for (const sort of ['name', 'on_hand'] as const)
      expect((await client.call(readInventoryReport, { as_of: sold_out, sort })).items, sort).toMatchObject([
        { sku: 'G', is_out: true },
      ])
    expect((await client.call(readInventoryReport, { as_of: await now() })).items).toEqual([])
    expect((await client.call(readInventoryReport, { as_of: while_there })).items).toMatchObject([
      { sku: 'G', on_hand: 5 },
    ])
  })
})
