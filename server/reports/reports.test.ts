import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { uploadImportFile } from '../../contract/import-files.ts'
import { createImport } from '../../contract/imports.ts'
import { readInventoryReport, readInventorySummary } from '../../contract/inventory-report.ts'
import { createProduct, readProduct, type Product } from '../../contract/products.ts'
import { readTransactionsReport, readTransactionsSummary } from '../../contract/transactions-report.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { readValuationSummary } from '../../contract/valuation-report.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { csvRows, downloaded, workbookRows } from './testing/files.ts'
import { hasNorthwind, northwindFolder } from '../../tools/shared/northwind.ts'

const app = await sharedApp()

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
