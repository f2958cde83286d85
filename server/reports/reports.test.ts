import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { createCategory } from '../../contract/categories.ts'
import { uploadImportFile } from '../../contract/import-files.ts'
import { createImport } from '../../contract/imports.ts'
import { readInventoryReport, readInventorySummary } from '../../contract/inventory-report.ts'
import { createProduct, readProduct, updateProduct, type Product } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { updateStock } from '../../contract/stock-updates.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { readTransactionsReport, readTransactionsSummary } from '../../contract/transactions-report.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { readValuationReport, readValuationSummary } from '../../contract/valuation-report.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'
import { csvRows, downloaded, workbookRows } from './testing/files.ts'
import { hasNorthwind, northwindFolder } from '../../tools/northwind.ts'

const app = await sharedApp()

/** The database's clock, so that nothing depends on two clocks agreeing. */
async function now(): Promise<string> {
  const { rows } = await app.admin.query<{ now: string }>('select clock_timestamp() as now')
  return rows[0]?.now ?? ''
}

describe('the files have the columns of the spec, to the letter', () => {
  let client: Client
  let bolts: Product
  beforeAll(async () => {
    client = await app.signUp()
    const category = await client.call(createCategory, { name: 'Fasteners', color: '#3B82F6' })
    bolts = await client.call(createProduct, {
      name: 'Bolt, M8',
      sku: 'B-8',
      category_id: category.id,
      price: 2.5,
      cost_price: 1.2345,
      min_stock_level: 5,
      stock_quantity: 12,
    })
    await client.call(createProduct, {
      name: 'Äther',
      sku: 'A-1',
      price: 10,
      quantity_decimals: 2,
      stock_quantity: 0.75,
    })
    await client.call(createTransaction, {
      product_id: bolts.id,
      type: 'out',
      quantity: 2,
      reason_code: 'other',
      notes: 'For the "fair"',
      happened_at: '2026-03-01T10:20:30.4567Z',
    })
  })

  test('inventory_report.csv', async () => {
    const file = await downloaded(client, 'inventory/file')
    expect([file.name, file.type]).toEqual(['inventory_report.csv', 'text/csv; charset=utf-8'])
    expect(file.bytes.toString('utf8')).toBe(
      '\uFEFFProduct Name,SKU,Category,Price,Cost Price,Current Stock,Min Stock Level,Barcode\r\n' +
        '"Bolt, M8",B-8,Fasteners,2.50,1.2345,10,5,\r\n' +
        'Äther,A-1,Uncategorized,10.00,,0.75,0,\r\n',
    )
  })

  test('transactions_report.csv', async () => {
    const file = await downloaded(client, 'transactions/file?type=out')
    expect(file.name).toBe('transactions_report.csv')
    expect(file.bytes.toString('utf8')).toBe(
      '\uFEFFDate,Product ID,Product Name,Transaction Type,Quantity,Notes,SKU,Location,Reason,Document,On Hand Change\r\n' +
        `2026-03-01T10:20:30.456Z,${bolts.id},"Bolt, M8",out,2,"For the ""fair""",B-8,Main Warehouse,other,,-2\r\n`,
    )
  })

  test('inventory_valuation.csv', async () => {
    const file = await downloaded(client, 'valuation/file')
    expect(file.name).toBe('inventory_valuation.csv')
    expect(file.bytes.toString('utf8')).toBe(
      '\uFEFFProduct Name,SKU,Current Stock,Cost Price,Total Cost,Retail Price,Total Retail,Potential Profit,Cost Known,Held,Held Cost,In Transit,In Transit Cost\r\n' +
        '"Bolt, M8",B-8,10,1.2345,12.345,2.50,25.00,12.655,Yes,0,0.00,0,0.00\r\n' +
        'Äther,A-1,0.75,,,10.00,7.50,,No,0,,0,\r\n',
    )
  })

  test('the workbooks have the same content, with real numbers and dates', async () => {
    expect((await downloaded(client, 'inventory/file?format=xlsx')).name).toBe('inventory_report.xlsx')
    expect(await workbookRows(client, 'inventory/file?format=xlsx')).toEqual({
      'Inventory Status': [
        ['Product Name', 'SKU', 'Category', 'Price', 'Cost Price', 'Current Stock', 'Min Stock Level', 'Barcode'],
        ['Bolt, M8', 'B-8', 'Fasteners', 2.5, 1.2345, 10, 5, null],
        ['Äther', 'A-1', 'Uncategorized', 10, null, 0.75, 0, null],
      ],
    })
    const day = 25_569 + Date.parse('2026-03-01T10:20:30.456Z') / 86_400_000
    expect(await workbookRows(client, 'transactions/file?type=out&format=xlsx')).toEqual({
      'Transaction History': [
        'Date,Product ID,Product Name,Transaction Type,Quantity,Notes,SKU,Location,Reason,Document,On Hand Change'.split(
          ',',
        ),
        [
          expect.closeTo(day, 7),
          bolts.id,
          'Bolt, M8',
          'out',
          2,
          'For the "fair"',
          'B-8',
          'Main Warehouse',
          'other',
          null,
          -2,
        ],
      ],
    })
    const { 'Inventory Valuation': valuation } = await workbookRows(client, 'valuation/file?format=xlsx')
    expect(valuation?.[1]).toEqual(['Bolt, M8', 'B-8', 10, 1.2345, 12.345, 2.5, 25, 12.655, 'Yes', 0, 0, 0, 0])
    expect(valuation?.[2]).toEqual(['Äther', 'A-1', 0.75, null, null, 10, 7.5, null, 'No', 0, null, 0, null])
  })

  test('an organization without data gets the headings', async () => {
    const newcomer = await app.signUp()
    expect(await csvRows(newcomer, 'valuation/file')).toHaveLength(1)
    expect(await csvRows(newcomer, 'transactions/file')).toHaveLength(1)
    expect((await workbookRows(newcomer, 'inventory/file?format=xlsx'))['Inventory Status']).toHaveLength(1)
    expect(await newcomer.call(readTransactionsSummary, {})).toMatchObject({ transactions: 0, steps: [] })
    expect(await newcomer.call(readValuationSummary, {})).toMatchObject({ products: 0, categories: [] })
  })
})

describe('inventory status', () => {
  test('low and out count as everywhere, archived products are left out, and categories add up', async () => {
    const client = await app.signUp()
    const tools = await client.call(createCategory, { name: 'Tools', color: '#10B981' })
    const make = (sku: string, stock_quantity: number, min_stock_level: number, category_id?: string) =>
      client.call(createProduct, {
        name: `Product ${sku}`,
        sku,
        price: 1,
        stock_quantity,
        min_stock_level,
        category_id,
      })
    await make('A', 10, 3, tools.id)
    await make('B', 3, 3, tools.id)
    await make('C', 0, 0)
    const gone = await make('D', 1, 0)
    await client.call(createTransaction, { product_id: gone.id, type: 'out', quantity: 1, reason_code: 'damaged' })
    await client.call(deleteProduct, { id: gone.id })
    const { items } = await client.call(readInventoryReport, {})
    expect(items.map(({ sku, is_low, is_out }) => [sku, is_low, is_out])).toEqual([
      ['A', false, false],
      ['B', true, false],
      ['C', true, true],
    ])
    expect(await client.call(readInventorySummary, {})).toMatchObject({
      products: 3,
      units: 13,
      low: 2,
      out: 1,
      categories: [
        { id: tools.id, name: 'Tools', color: '#10B981', products: 2, units: 13, low: 1, out: 0 },
        { id: null, name: 'Uncategorized', products: 1, units: 0, low: 1, out: 1 },
      ],
    })
  })

  test('the largest categories are separate, the others are one', async () => {
    const client = await app.signUp()
    for (let number = 1; number <= 11; number++) {
      const { id } = await client.call(createCategory, { name: `Category ${number}`, color: '#10B981' })
      for (let product = 0; product < (number > 9 ? 1 : 2); product++)
        await client.call(createProduct, { name: 'Thing', sku: `${number}-${product}`, price: 1, category_id: id })
    }
    const { categories } = await client.call(readInventorySummary, {})
    expect(categories).toHaveLength(10)
    expect(categories.at(-1)).toMatchObject({ id: null, name: 'Other categories', products: 2 })
  })

  test.each(['name', 'sku', 'category', 'price', 'cost_price', 'on_hand', 'minimum'] as const)(
    'sorted by %s, in both directions, page by page, every product appears once',
    async (sort) => {
      const client = await sortable()
      for (const direction of ['', '-'] as const) {
        const all = await client.call(readInventoryReport, { sort: `${direction}${sort}` })
        const found = [...all.items]
        const values = found.map((line) => (sort === 'name' ? line.name.toLowerCase() : line[sort]))
        const expected = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(direction === '-' ? expected.toReversed() : expected)
        expect(await pages(client, `${direction}${sort}`)).toEqual(found)
      }
    },
  )

  async function pages(client: Client, sort: InputOf<typeof readInventoryReport>['sort']) {
    const items: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await client.call(readInventoryReport, { sort, limit: 2, cursor })
      items.push(...page.items)
      cursor = page.next ?? undefined
    } while (cursor)
    return items
  }

  let sorted: Promise<Client> | undefined
  function sortable(): Promise<Client> {
    sorted ??= (async () => {
      const client = await app.signUp()
      const { id } = await client.call(createCategory, { name: 'zinc', color: '#10B981' })
      const rows = [
        { name: 'ant', sku: 'Z', price: 3, cost_price: 1.5, stock_quantity: 7, category_id: id },
        { name: 'Bee', sku: 'Y', price: 3, cost_price: 0.5, stock_quantity: 70, min_stock_level: 2 },
        { name: 'cat', sku: 'X', price: 20, cost_price: 10, stock_quantity: 0, category_id: id },
        { name: 'Dog', sku: 'W', price: 0.5, cost_price: 0.5, stock_quantity: 7, min_stock_level: 9 },
        { name: 'dog', sku: 'V', price: 0.5, cost_price: 0.5, stock_quantity: 7 },
      ]
      for (const row of rows) await client.call(createProduct, row)
      return client
    })()
    return sorted
  }

  test('the file has the order of the screen', async () => {
    const rows = await csvRows(await sortable(), 'inventory/file?sort=-on_hand')
    expect(rows.slice(1).map((row) => row[1])).toEqual(['Y', 'V', 'W', 'Z', 'X'])
  })

  test('a cursor of another sort order and unknown values are refused', async () => {
    const client = await sortable()
    const { next } = await client.call(readInventoryReport, { limit: 2 })
    expect(await client.refused(readInventoryReport, { sort: 'price', cursor: next })).toMatchObject({
      code: 'invalid_input',
      fields: { cursor: expect.any(String) },
    })
    for (const input of [
      { sort: 'color' },
      { as_of: 'yesterday' },
      { by: 'guessed' },
      { color: 'red' },
      { limit: 1e9 },
    ])
      expect(await client.refused(readInventoryReport, input), JSON.stringify(input)).toMatchObject({ status: 422 })
    expect((await client.fetch('/api/v1/reports/inventory/file?format=pdf')).status).toBe(422)
  })
})

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
    expect(up).toEqual(up.toSorted((a, b) => a - b))
    const first = await client.call(readValuationReport, { sort: `-${sort}`, limit: 2 })
    const rest = await client.call(readValuationReport, { sort: `-${sort}`, limit: 2, cursor: first.next ?? '' })
    expect([...first.items, ...rest.items].map((line) => line[sort])).toEqual(up.toReversed())
  })
})

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

describe('transaction history', () => {
  let company: Stocked
  let product: Product
  beforeAll(async () => {
    company = await stocked(app)
    product = await company.product(50, { quantity_decimals: 1 })
    const enter = (input: Omit<InputOf<typeof createTransaction>, 'product_id'>) =>
      company.me.call(createTransaction, { product_id: product.id, ...input })
    await enter({
      type: 'in',
      quantity: 5,
      reason_code: 'customer_return',
      notes: null,
      happened_at: '2026-01-05T23:30:00Z',
    })
    await enter({
      type: 'out',
      quantity: 2.5,
      reason_code: 'qc_hold',
      notes: 'wet',
      happened_at: '2026-01-07T10:00:00Z',
    })
    await enter({
      type: 'in',
      quantity: 1,
      reason_code: 'qc_release',
      notes: 'dry',
      happened_at: '2026-01-08T10:00:00Z',
    })
    await enter({ type: 'adjustment', quantity: -3, notes: 'counted', happened_at: '2026-02-01T10:00:00Z' })
    await company.me.call(createTransfer, {
      product_id: product.id,
      quantity: 6,
      from_location_id: company.main,
      to_location_id: company.shop,
      reason: 'restock',
    })
    await company.me.call(createTransactionDraft, {
      product_id: product.id,
      type: 'in',
      quantity: 99,
      reason_code: 'other',
      notes: 'later',
    })
  })

  test('quantities are signed as in the history, notes are as typed or the reason, and pending transactions are left out', async () => {
    const { items } = await company.me.call(readTransactionsReport, {})
    expect(items.map(({ type, quantity, notes, reason }) => [type, quantity, notes, reason])).toEqual([
      ['transfer', 6, null, 'restock'],
      ['opening', 50, null, null],
      ['adjustment', -3, 'counted', null],
      ['in', 1, 'dry', 'qc_release'],
      ['out', -2.5, 'wet', 'qc_hold'],
      ['in', 5, null, 'customer_return'],
    ])
    const rows = (await csvRows(company.me, 'transactions/file')).slice(1)
    expect(rows.map((row) => row.slice(3))).toEqual([
      ['transfer', '6', 'restock', 'P-1', 'Main Warehouse → Shop floor', 'restock', '', '0'],
      ['opening', '50', '', 'P-1', 'Main Warehouse', '', '', '50'],
      ['adjustment', '-3', 'counted', 'P-1', 'Main Warehouse', '', '', '-3'],
      ['in', '1', 'dry', 'P-1', 'Main Warehouse', 'qc_release', '', '1'],
      ['out', '2.5', 'wet', 'P-1', 'Main Warehouse', 'qc_hold', '', '-2.5'],
      ['in', '5', 'customer_return', 'P-1', 'Main Warehouse', 'customer_return', '', '5'],
    ])
    const { on_hand } = (await company.me.call(readProduct, { id: product.id })).stock
    expect(rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(on_hand)
  })

  test('a change of held goods only is signed by that', async () => {
    const held = await company.product(5)
    const enter = (reason_code: 'qc_hold' | 'held_scrap', quantity: number) =>
      company.me.call(createTransaction, { product_id: held.id, type: 'out', quantity, reason_code, notes: 'x' })
    await enter('qc_hold', 3)
    await enter('held_scrap', 2)
    const { items } = await company.me.call(readTransactionsReport, { product_id: held.id })
    expect(items.map(({ quantity }) => quantity)).toEqual([-2, -3, 5])
    expect(await company.me.call(readTransactionsSummary, { product_id: held.id })).toMatchObject({
      transactions: 3,
      units_out: 3,
    })
  })

  test('is filtered by type, product and days, and read in either direction', async () => {
    const of = async (input: object) =>
      (await company.me.call(readTransactionsReport, input)).items.map(({ type, quantity }) => [type, quantity])
    expect(await of({ type: 'opening', product_id: product.id })).toEqual([['opening', 50]])
    expect(await of({ type: 'transfer' })).toEqual([['transfer', 6]])
    expect(await of({ sort: 'date', from: '2026-01-06', to: '2026-01-31' })).toEqual([
      ['out', -2.5],
      ['in', 1],
    ])
    const other = await company.product(0)
    await company.me.call(updateStock, { product_id: other.id, location_id: company.shop, type: 'in', quantity: 7 })
    expect(await of({ product_id: other.id })).toEqual([['in', 7]])
    expect((await csvRows(company.me, `transactions/file?product_id=${other.id}&type=in`))[1]?.slice(2)).toEqual([
      other.name,
      'in',
      '7',
      '',
      other.sku,
      'Shop floor',
      '',
      '',
      '7',
    ])
    expect(await of({ product_id: crypto.randomUUID() })).toEqual([])
  })

  test('an entry that took goods of two lots is one row with the sum', async () => {
    const lots = await company.product(0)
    for (const lot_number of ['L1', 'L2'])
      await company.me.call(createTransaction, {
        product_id: lots.id,
        type: 'in',
        quantity: 5,
        reason_code: 'other',
        notes: lot_number,
        lot_number,
      })
    await company.me.call(createTransaction, {
      product_id: lots.id,
      type: 'out',
      quantity: 8,
      reason_code: 'customer_order',
    })
    const { rows } = await app.admin.query('select from stock_movements where product_id = $1 and not is_entry', [
      lots.id,
    ])
    expect(rows, 'the exit has a second leg').toHaveLength(1)
    const { items } = await company.me.call(readTransactionsReport, { product_id: lots.id })
    expect(items.map(({ quantity }) => quantity)).toEqual([-8, 5, 5])
    expect(await company.me.call(readTransactionsSummary, { product_id: lots.id })).toMatchObject({
      units_in: 10,
      units_out: 8,
    })
  })

  test('daily totals are of on hand, in the organization’s time zone, including days without changes', async () => {
    const january = { product_id: product.id, to: '2026-01-20' }
    expect(await company.me.call(readTransactionsSummary, january)).toEqual({
      as_of: null,
      is_complete: true,
      transactions: 3,
      units_in: 6,
      units_out: 2.5,
      step: 'day',
      steps: [
        { begins: '2026-01-05', units_in: 5, units_out: 0 },
        { begins: '2026-01-06', units_in: 0, units_out: 0 },
        { begins: '2026-01-07', units_in: 0, units_out: 2.5 },
        { begins: '2026-01-08', units_in: 1, units_out: 0 },
      ],
    })
    await app.admin.query(`update organizations set time_zone = 'Europe/Berlin' where org_id = $1`, [company.me.org_id])
    const { steps } = await company.me.call(readTransactionsSummary, january)
    expect(steps[0]).toEqual({ begins: '2026-01-06', units_in: 5, units_out: 0 })
    // 23:30 in UTC is the next day in Berlin, for the filter too.
    expect(await company.me.call(readTransactionsSummary, { ...january, from: '2026-01-06' })).toMatchObject({
      transactions: 3,
    })
    expect(await company.me.call(readTransactionsSummary, { product_id: product.id, to: '2026-01-05' })).toMatchObject({
      transactions: 0,
    })
    const { step } = await company.me.call(readTransactionsSummary, {})
    expect(['week', 'month', 'year']).toContain(step)
  })
})

describe('formulas (S30)', () => {
  const evil = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1+1',
    '－1',
    "'=1",
    'a,=1+1',
    'a"=1+1',
    'a\n=1+1',
    'a;=1+1',
    "'quoted'",
  ]

  test('formulas are disarmed in every text column of every report, numbers stay numbers, and an import restores the text', async () => {
    const client = await app.signUp()
    for (const [index, text] of evil.entries()) {
      const { id: category_id } = await client.call(createCategory, { name: text, color: '#10B981' })
      const product = await client.call(createProduct, {
        name: text,
        sku: text,
        price: 1,
        category_id,
        stock_quantity: 10,
      })
      await client.call(createTransaction, {
        product_id: product.id,
        type: 'adjustment',
        quantity: -1,
        notes: text,
        happened_at: `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
      })
    }
    const isFormula = (cell: string) => /^[=+\-@\t\r\0＝＋－＠]/u.test(cell)
    const inventory = (await csvRows(client, 'inventory/file')).slice(1)
    const valuation = (await csvRows(client, 'valuation/file')).slice(1)
    const history = (await csvRows(client, 'transactions/file?sort=date&type=adjustment')).slice(1)
    const texts = [
      ...inventory.flatMap((row) => row.slice(0, 3)),
      ...valuation.flatMap((row) => row.slice(0, 2)),
      ...history.flatMap((row) => [row[2] ?? '', row[5] ?? '', row[6] ?? '']),
    ]
    expect(texts.filter(isFormula)).toEqual([])
    expect(history.map((row) => row[4])).toEqual(evil.map(() => '-1'))
    expect(history.map((row) => row[5])).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "'＝1+1",
      "'－1",
      "''=1",
      'a,=1+1',
      'a"=1+1',
      'a\n=1+1',
      'a;=1+1',
      "'quoted'",
    ])

    // A workbook has typed texts, so they need no protection.
    const sheet =
      (await workbookRows(client, 'transactions/file?sort=date&type=adjustment&format=xlsx'))['Transaction History'] ??
      []
    expect(sheet.slice(1).map((row) => row[5])).toEqual(evil)

    const again = await app.signUp()
    const rows = inventory.map(([name, sku, category_name, price]) => ({
      name,
      sku,
      category_name,
      price: Number(price),
    }))
    await again.call(createImport, { products: rows, categories: [], transactions: [] })
    const { items } = await again.call(readInventoryReport, {})
    for (const field of ['name', 'sku', 'category'] as const)
      expect(items.map((line) => line[field]).toSorted(), field).toEqual(evil.toSorted())
  })
})

describe('access', () => {
  const paths = ['inventory', 'transactions', 'valuation'].flatMap((report) => [
    report,
    `${report}/summary`,
    `${report}/file`,
    `${report}/file?format=xlsx`,
  ])

  test("no report contains another organization's data", async () => {
    const me = await app.signUp()
    const other = await app.signUp()
    const { id } = await other.call(createProduct, { name: 'Secret', sku: 'S', price: 1, stock_quantity: 5 })
    await other.call(createTransaction, { product_id: id, type: 'out', quantity: 1, reason_code: 'damaged' })
    for (const path of paths) {
      const mine = Buffer.from(await (await me.fetch(`/api/v1/reports/${path}`)).arrayBuffer())
      expect(mine.includes('Secret'), path).toBe(false)
      const foreign = await me.fetch(`/api/v1/reports/${path}`, { headers: { 'onhand-organization': other.org_id } })
      expect(foreign.status, path).toBe(404)
    }
    expect(await me.call(readTransactionsReport, { product_id: id })).toMatchObject({ items: [] })
    expect(await csvRows(me, `transactions/file?product_id=${id}`)).toHaveLength(1)
    expect((await me.refused(readProduct, { id })).status).toBe(404)
  })

  test('a viewer reads and downloads every report; without a session no one does', async () => {
    const viewer = await app.signUp()
    await app.admin.query(`update members set role = 'viewer' where user_id = $1`, [viewer.user_id])
    for (const path of paths) {
      expect((await viewer.fetch(`/api/v1/reports/${path}`)).status, path).toBe(200)
      expect((await fetch(`${app.url}/api/v1/reports/${path}`)).status, path).toBe(401)
    }
  })
})

test.runIf(hasNorthwind)('Northwind: the reports add up to the figures of its README', async () => {
  const client = await app.signUp()
  const file = await client.call(uploadImportFile, {
    file_name: 'northwind.xlsx',
    file: readFileSync(join(northwindFolder, 'northwind.xlsx')),
  })
  await client.call(createImport, { import_file_id: file.id })
  expect(await client.call(readInventorySummary, {})).toMatchObject({ products: 77, units: 3_899, low: 6, out: 4 })
  expect(await client.call(readValuationSummary, {})).toMatchObject({
    products: 77,
    // Its cost cells hold a 0, and a 0 is a cost.
    on_hand: { units: 3_899, total_cost: 0, total_retail: 88_330.85, profit: 88_330.85, unknown_cost_units: 0 },
    in_transit: { units: 0, total_retail: 0 },
  })
  const valuation = (await csvRows(client, 'valuation/file')).slice(1)
  const cents = (column: number) => valuation.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
  expect([valuation.length, cents(6), cents(7)]).toEqual([77, 8_833_085, 8_833_085])
  const history = (await csvRows(client, 'transactions/file?type=in')).slice(1)
  expect([history.length, history.reduce((sum, row) => sum + Number(row[4]), 0)]).toEqual([17, 780])
  expect(await client.call(readTransactionsSummary, { type: 'in' })).toMatchObject({
    transactions: 17,
    units_in: 780,
    units_out: 0,
  })
})
