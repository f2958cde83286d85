import { describe, expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { readInventoryReport } from '../../contract/inventory-report.ts'
import { createProduct, updateProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { readValuationReport, readValuationSummary } from '../../contract/valuation-report.ts'
import { sharedApp } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { stocked } from '../testing/stocked.ts'
import { csvRows } from './testing/files.ts'

const app = await sharedApp()

describe('valuation', () => {
  test('total = stock × price, profit = retail − cost; sums are exact and rounded once', async () => {
    const client = await app.signUp()
    // Three lines of a third of a cent each: rounded separately, they would sum to zero.
    for (const sku of ['A', 'B', 'C']) {
      await client.call(createProduct, {
        name: `Product ${sku}`,
        sku,
        price: 0.01,
        cost_price: 0.0033,
        quantity_decimals: 4,
        stock_quantity: 1.0001,
      })
    }
    const { items } = await client.call(readValuationReport, {})
    expect(items[0]).toMatchObject({ on_hand: 1.0001, total_cost: 0, total_retail: 0.01, profit: 0.01 })
    expect(await client.call(readValuationSummary, {})).toMatchObject({
      products: 3,
      on_hand: { units: 3.0003, total_cost: 0.01, total_retail: 0.03, profit: 0.02 },
      categories: [{ name: 'Uncategorized', total_cost: 0.01, total_retail: 0.03, profit: 0.02 }],
    })
    // A file has every digit.
    expect((await csvRows(client, 'valuation/file'))[1]).toEqual([
      'Product A',
      'A',
      '1.0001',
      '0.0033',
      '0.00330033',
      '0.01',
      '0.010001',
      '0.00670067',
      'Yes',
      '0',
      '0.00',
      '0',
      '0.00',
    ])
  })

  test('units without a known cost are counted separately and make no profit: on hand, held and by category', async () => {
    const company = await stocked(app)
    const { id: category_id } = await company.me.call(createCategory, { name: 'Tools', color: '#10B981' })
    const make = (sku: string, more: object) =>
      company.me.call(createProduct, { name: sku, sku, price: 5, stock_quantity: 10, category_id, ...more })
    await make('Bought', { cost_price: 3 })
    const found = await make('Found', {})
    await make('Gift', { cost_price: 0, price: 1 })
    await company.me.call(createTransaction, { product_id: found.id, type: 'out', quantity: 4, reason_code: 'qc_hold' })
    const { items } = await company.me.call(readValuationReport, {})
    expect(
      items.map(({ cost_is_known, total_cost, total_retail, profit }) => [
        cost_is_known,
        total_cost,
        total_retail,
        profit,
      ]),
    ).toEqual([
      [true, 30, 50, 20],
      [false, 0, 30, 0],
      [true, 0, 10, 10],
    ])
    const worth = { total_cost: 30, total_retail: 90, profit: 30, unknown_cost_units: 6, unknown_cost_retail: 30 }
    expect(await company.me.call(readValuationSummary, {})).toMatchObject({
      on_hand: { units: 26, ...worth },
      held: { units: 4, total_cost: 0, total_retail: 20, profit: 0, unknown_cost_units: 4, unknown_cost_retail: 20 },
      in_transit: { unknown_cost_units: 0, unknown_cost_retail: 0 },
      categories: [{ name: 'Tools', ...worth }],
    })
    expect((await company.me.call(readInventoryReport, {})).items.map((line) => line.cost_is_known)).toEqual([
      true,
      false,
      true,
    ])
  })

  test('a figure too large to be exact is null, and all others are returned', async () => {
    const client = await app.signUp()
    const make = (sku: string, stock_quantity: number, more: object) =>
      client.call(createProduct, { name: sku, sku, price: 5, stock_quantity, ...more })
    await make('Gold', 90_000_001, { price: 99_999_999.99, cost_price: 2 })
    await make('Tin', 10, { cost_price: 3 })
    const { items } = await client.call(readValuationReport, { sort: '-total_retail' })
    expect(items).toMatchObject([
      { sku: 'Gold', on_hand: 90_000_001, total_cost: 180_000_002, total_retail: null, profit: null },
      { sku: 'Tin', on_hand: 10, total_cost: 30, total_retail: 50, profit: 20 },
    ])
    const sums = { total_cost: 180_000_032, total_retail: null, profit: null }
    expect(await client.call(readValuationSummary, {})).toMatchObject({
      products: 2,
      on_hand: { units: 90_000_011, ...sums, unknown_cost_units: 0, unknown_cost_retail: 0 },
      held: { units: 0, total_retail: 0 },
      categories: [{ name: 'Uncategorized', products: 2, ...sums }],
    })
    for (const sku of ['A', 'B']) await make(sku, 99_999_999_999, { price: 0 })
    await make('By weight', 99_999_999_998.0001, { price: 0, quantity_decimals: 4 })
    expect((await client.call(readValuationSummary, {})).on_hand).toMatchObject({
      units: null,
      unknown_cost_units: null,
    })
  })

  test("goods in transit and held aren't on hand: files have them as columns at the end", async () => {
    const company = await stocked(app)
    const product = await company.product(20)
    await company.me.call(updateProduct, edited(product, { cost_price: 1.5 }))
    await company.me.call(createTransfer, {
      product_id: product.id,
      quantity: 4,
      from_location_id: company.main,
      to_location_id: company.shop,
      reason: 'restock',
      status: 'pending',
    })
    await company.me.call(createTransaction, {
      product_id: product.id,
      type: 'out',
      quantity: 3,
      reason_code: 'qc_hold',
    })
    expect(await company.me.call(readValuationSummary, {})).toMatchObject({
      on_hand: { units: 13, total_cost: 19.5, total_retail: 26, profit: 6.5 },
      in_transit: { units: 4, total_cost: 6, total_retail: 8, profit: 2 },
      held: { units: 3, total_cost: 4.5, total_retail: 6, profit: 1.5 },
    })
    expect((await csvRows(company.me, 'valuation/file')).slice(1)).toEqual([
      ['Product 1', 'P-1', '13', '1.50', '19.50', '2.00', '26.00', '6.50', 'Yes', '3', '4.50', '4', '6.00'],
    ])
  })

  test.each(['total_cost', 'total_retail', 'profit', 'on_hand', 'price'] as const)('is sorted by %s', async (sort) => {
    const client = await app.signUp()
    for (const [sku, price, cost_price, stock_quantity] of [
      ['A', 5, 1, 3],
      ['B', 1, 2, 50],
      ['C', 10, 9, 4],
    ] as const)
      await client.call(createProduct, { name: sku, sku, price, cost_price, stock_quantity })
    const up = (await client.call(readValuationReport, { sort })).items.map((line) => line[sort])
    expect(up).toEqual(up.toSorted((a, b) => Number(a) - Number(b)))
    const first = await client.call(readValuationReport, { sort: `-${sort}`, limit: 2 })
    const rest = await client.call(readValuationReport, { sort: `-${sort}`, limit: 2, cursor: first.next ?? '' })
    expect([...first.items, ...rest.items].map((line) => line[sort])).toEqual(up.toReversed())
  })
})
