import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, read as readXlsx } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { listCategories } from '../../contract/categories.ts'
import { discardImportFile, previewImportFile, uploadImportFile } from '../../contract/import-files.ts'
import { createImport, listImports, readImport, undoImport, type ImportRecord } from '../../contract/imports.ts'
import type { ImportPreview } from '../../contract/import-preview.ts'
import { limits } from '../../contract/limits.ts'
import { listLocations, updateLocation } from '../../contract/locations.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { openDatabase } from '../platform/db.ts'
import { silentLog } from '../platform/log.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp, type Client } from '../testing/app.ts'
import { identityServer } from '../testing/identity.ts'
import { whenOver } from '../testing/when-over.ts'
import { importSheetsOf, productOf, stockOf, upload } from './testing/imported.ts'
import { importSheets, workbookFile } from './testing/workbooks.ts'
import { hasNorthwind, northwindFolder } from '../../tools/shared/northwind.ts'

const app = await testApp()

/** A bolt with 10 at Main Warehouse, a nut with 5 in a new location and category, and two rows that move them. */
const goods = importSheets({
  products: [
    ['Bolt', 'B-1', 'M8', 'Small parts', 0.5, 0.25, 10, 2, null, null],
    ['Nut', 'N-1', null, 'Small parts', 0.1, 0.05, 5, 8, null, 'Shelf 1'],
  ],
  categories: [['Small parts', 'Held in trays', '#10B981']],
  transactions: [
    ['b-1', 'in', 40, 'first delivery', 'completed', 'USD'],
    ['B-1', 'out', 8, null, null, null],
    ['N-1', 'adjustment', -1, 'counted', 'completed', 'USD'],
    ['N-1', 'in', 100, null, 'pending', 'USD'],
  ],
})

async function rowCounts(client: Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [
    'products',
    'categories',
    'locations',
    'stock_postings',
    'stock_movements',
    'transaction_drafts',
    'imports',
  ]) {
    const { rows } = await app.admin.query(`select count(*)::int as n from ${table} where org_id = $1`, [client.org_id])
    counts[table] = rows[0].n
  }
  return counts
}

const nothing = {
  products: 0,
  categories: 0,
  locations: 1,
  stock_postings: 0,
  stock_movements: 0,
  transaction_drafts: 0,
  imports: 0,
}

async function everyUnitAccountedFor(): Promise<void> {
  await expectSound(app)
}

describe('a workbook is imported whole', () => {
  test('the preview lists what will be created, and writes nothing', async () => {
    const client = await app.signUp()
    const { preview } = await upload(client, goods)
    expect(preview).toMatchObject({
      problem_count: 0,
      new_categories: ['Small parts'],
      new_locations: ['Shelf 1'],
      counts: {
        products: { rows: 2, created: 2, restored: 0 },
        categories: { rows: 1, created: 1 },
        locations: { created: 1 },
        transactions: { rows: 4, posted: 3, drafts: 1, already_imported: 0 },
        units: { opening: 15, in: 40, out: 8, adjusted: -1, change: 46 },
        value_at_price: 21.4,
      },
      products: [
        { sku: 'B-1', location: 'Main Warehouse', on_hand: 42 },
        { sku: 'N-1', location: 'Shelf 1', on_hand: 4 },
      ],
    })
    expect(await rowCounts(client)).toEqual(nothing)
  })

  test('the import does exactly that', async () => {
    const client = await app.signUp()
    const record = await importSheetsOf(client, goods)
    expect(record).toMatchObject({
      file_name: 'goods.xlsx',
      status: 'completed',
      leftovers: [],
      counts: { units: { change: 46 } },
    })
    const { items } = await client.call(listProducts, {})
    expect(items).toMatchObject([
      {
        sku: 'B-1',
        name: 'Bolt',
        description: 'M8',
        price: 0.5,
        cost_price: 0.25,
        location: null,
        stock: { on_hand: 42, minimum: 2, is_low: false },
      },
      {
        sku: 'N-1',
        location: 'Shelf 1',
        category: { name: 'Small parts', color: '#10B981' },
        stock: { on_hand: 4, minimum: 8, is_low: true },
      },
    ])
    const { items: history } = await client.call(listTransactions, {})
    expect(
      history
        .map(({ product_sku, type, quantity, notes, status }) => [product_sku, type, quantity, notes, status])

        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
    ).toEqual([
      ['B-1', 'in', 40, 'first delivery', 'completed'],
      ['B-1', 'opening', 10, null, 'completed'],
      ['B-1', 'out', 8, null, 'completed'],
      ['N-1', 'adjustment', -1, 'counted', 'completed'],
      ['N-1', 'in', 100, 'Imported from goods.xlsx, row 5', 'pending'],
      ['N-1', 'opening', 5, null, 'completed'],
    ])
    const { rows } = await app.admin.query('select count(*)::int as n from stock_postings where org_id = $1', [
      client.org_id,
    ])
    expect(rows[0].n).toBe(2)
    expect((await client.call(listImports, {})).items).toMatchObject([{ id: record.id }])
    await everyUnitAccountedFor()
  })

  test('rows can be JSON: 200 for a dry run, 201 for the import', async () => {
    const client = await app.signUp()
    const rows = {
      id: newId(),
      products: [{ name: 'Bolt', sku: 'B-1', stock_quantity: 3, shelf: 7 }],
      categories: [],
      transactions: [{ product_id: 'B-1', type: 'in', quantity: 2 }],
    }
    const send = (path: string) =>
      client.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rows),
      })
    const dry = await send('/api/v1/imports?dry_run=true')
    expect(dry.status).toBe(200)
    expect((await dry.json()) as ImportPreview).toMatchObject({
      problem_count: 0,
      notices: [
        'The column “shelf” in the Products sheet isn’t recognized, so it isn’t imported. To import it, rename it as in the template.',
      ],
    })
    expect(await rowCounts(client)).toEqual(nothing)
    expect((await send('/api/v1/imports')).status).toBe(201)
    expect(await stockOf(client)).toEqual({ 'B-1': 5 })
  })

  test('an imported row is never posted twice; a product with transactions can be imported again', async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const deliveries = importSheets({
      transactions: [
        ['B-1', 'in', 40, 'first delivery', 'completed', 'USD'],
        ['B-1', 'in', 7, 'second delivery', 'completed', 'USD'],
      ],
    })
    const file = await upload(client, deliveries)
    expect(file.preview.counts.transactions).toEqual({ rows: 2, posted: 1, drafts: 0, already_imported: 1 })
    await client.call(createImport, { import_file_id: file.id })
    expect(await stockOf(client)).toEqual({ 'B-1': 49, 'N-1': 4 })
    const again = await importSheetsOf(client, deliveries)
    expect(again.counts.transactions).toMatchObject({ posted: 0, already_imported: 2 })
    expect(await stockOf(client)).toEqual({ 'B-1': 49, 'N-1': 4 })
    await everyUnitAccountedFor()
  })
})

describe('nothing is written while there is a problem', () => {
  test('all problems are named at once, in the preview and in the refusal', async () => {
    const client = await app.signUp()
    const other = await app.signUp()
    await importSheetsOf(other, goods)
    const bad = importSheets({
      products: [
        ['Bolt', 'B-1', null, null, 1, 1, 5, 0, null, null],
        ['Bolt again', 'b-1', null, null, 1, 1, 5, 0, null, null],
        ['Nut', 'N-2', null, null, 1, 1, -4, 0, null, null],
        [null, 'X-1', null, null, 1, 1, 5, 0, null, null],
      ],
      transactions: [
        ['N-1', 'in', 1, null, null, null],
        ['B-1', 'out', 6, null, null, null],
      ],
    })
    const file = await upload(client, bad)
    const expected = [
      {
        sheet: 'Products',
        row: 3,
        cell: 'B3',
        value: 'b-1',
        message: 'This SKU is already used in row 2. Please use a unique SKU.',
      },
      { sheet: 'Products', row: 4, cell: 'G4', value: '-4', message: 'Stock quantity cannot be negative' },
      { sheet: 'Products', row: 5, cell: 'A5', value: null, message: 'Missing required fields in product at row 5' },
      {
        sheet: 'Transactions',
        row: 2,
        cell: 'A2',
        value: 'N-1',
        message: 'Product not found. No sheet and no existing product has this SKU.',
      },
      { sheet: 'Transactions', row: 3, cell: 'C3', value: '6', message: 'Cannot remove more than current stock (5)' },
    ]
    expect(file.preview.problem_count).toBe(5)
    expect(file.preview.problems).toMatchObject(expected)
    const refusal = await client.refused(createImport, { import_file_id: file.id })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'import_has_problems',
      message: 'Fix 5 problems first.',
    })
    expect(refusal.details).toMatchObject({ problems: expected })
    expect(await rowCounts(client)).toEqual(nothing)
  })

  test('missing sheets have the words of the spec', async () => {
    const client = await app.signUp()
    const { preview } = await upload(client, { Products: [['name', 'sku']], Other: [[1]] })
    expect(preview.problems.map(({ message }) => message)).toEqual([
      'Invalid categories sheet format',
      'Invalid transactions sheet format',
    ])
  })

  test('the marked workbook shows every problem at its cell, and can be fixed and imported', async () => {
    const client = await app.signUp()
    const bad = importSheets({ products: [['Bolt', 'B-1', null, null, 1, 1, -4, 0, null, null]] })
    const { id } = await upload(client, bad)
    const response = await client.fetch(`/api/v1/import-files/${id}/marked-workbook`)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="goods-problems.xlsx"')
    const workbook = readXlsx(Buffer.from(await response.arrayBuffer()), { type: 'buffer' })
    const products = workbook.Sheets['Products'] ?? {}
    expect(products['G2']).toMatchObject({ v: -4, c: { 0: { t: 'Stock quantity cannot be negative' } } })
    expect(workbook.SheetNames).toEqual(['Problems', 'Products', 'Categories', 'Transactions'])
    products['G2'] = { t: 'n', v: 4 }
    const cells = Object.fromEntries(
      workbook.SheetNames.map((name) => [
        name,
        utils.sheet_to_json<(string | number)[]>(workbook.Sheets[name] ?? {}, { header: 1 }),
      ]),
    )
    await importSheetsOf(client, cells)
    expect(await stockOf(client)).toEqual({ 'B-1': 4 })
  })

  test('line breaks and direction-changing characters are removed from a file name', async () => {
    const client = await app.signUp()
    const hostile = ' \u2067goods\r\n\u2028of \u202Ejune\u202C\u200F\u061C.xlsx\t'
    const file = await upload(client, goods, hostile)
    expect(file.file_name).toBe('goods of june.xlsx')
    const { id } = (await client.call(createImport, { import_file_id: file.id })) as ImportRecord
    expect((await client.call(readImport, { id })).file_name).toBe('goods of june.xlsx')
    expect(await client.refused(uploadImportFile, { file_name: '\u202E\n', file: workbookFile(goods) })).toMatchObject({
      status: 422,
      fields: { file_name: 'Enter a file name' },
    })
  })

  test('an unreadable file answers 422 with a message, a huge one 413', async () => {
    const client = await app.signUp()
    expect(
      await client.refused(uploadImportFile, { file_name: 'goods.xlsx', file: Buffer.from('no workbook') }),
    ).toMatchObject({
      status: 422,
      code: 'unreadable_file',
      message: expect.stringContaining('This isn’t an Excel file'),
    })
    expect(await client.refused(uploadImportFile, { file_name: '', file: workbookFile(goods) })).toMatchObject({
      status: 422,
      code: 'invalid_input',
    })
    const huge = await client
      .refused(uploadImportFile, { file_name: 'goods.xlsx', file: Buffer.alloc(21 * 1_048_576) })
      .catch(() => null)
    expect(huge === null || huge.status === 413).toBe(true)
    expect(await rowCounts(client)).toEqual(nothing)
  })
})

describe('an import happens once', () => {
  test('two confirmations at once', async () => {
    const client = await app.signUp()
    const file = await upload(client, goods)
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => client.call(createImport, { import_file_id: file.id })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(['in_progress', 'conflict']).toContain(answer.reason.code)
    }
    expect(await stockOf(client)).toEqual({ 'B-1': 42, 'N-1': 4 })
    await everyUnitAccountedFor()
  })

  test('a repeated request returns the first result; a later confirmation of the same file says so', async () => {
    const client = await app.signUp()
    const file = await upload(client, goods)
    const input = { id: newId(), import_file_id: file.id }
    const first = await client.call(createImport, input)
    expect(await client.call(createImport, input)).toEqual(first)
    expect(await client.refused(createImport, { import_file_id: file.id })).toMatchObject({
      code: 'conflict',
      message: 'This file has already been imported.',
      details: { import_id: input.id },
    })
  })

  test('a discarded file is gone, and another organization never sees it', async () => {
    const client = await app.signUp()
    const other = await app.signUp()
    const { id } = await upload(client, goods)
    expect((await other.refused(createImport, { import_file_id: id })).status).toBe(404)
    expect((await other.refused(discardImportFile, { id })).status).toBe(404)
    expect((await other.fetch(`/api/v1/import-files/${id}/marked-workbook`)).status).toBe(404)
    await client.call(discardImportFile, { id })
    expect((await client.refused(createImport, { import_file_id: id })).status).toBe(404)
  })

  test('a file and rows together are refused', async () => {
    const client = await app.signUp()
    const { id } = await upload(client, goods)
    expect(await client.refused(createImport, { import_file_id: id, products: [] })).toMatchObject({
      status: 422,
      fields: { products: expect.any(String) },
    })
  })

  test("progress isn't found unless such an import runs or is stored, whichever server process answers", async () => {
    const [client, other] = [await app.signUp(), await app.signUp()]
    // Another server process on the same database: it can only learn of the run from there.
    const db = openDatabase(app.connection, silentLog)
    whenOver(() => db.close())
    const { url } = await identityServer({}, { db }, app)
    const progressAt = async (server: string, who: Client, id: string) => {
      const headers = { authorization: `Bearer ${who.access_token}` }
      const answer = await fetch(`${server}/api/v1/imports/${id}/progress`, { headers })
      return { status: answer.status, body: await answer.json() }
    }
    const notFound = { status: 404, body: { error: { code: 'not_found' } } }
    const id = newId()
    expect(await progressAt(app.url, client, id)).toMatchObject(notFound)

    // The import waits where it writes its first product until this lets it.
    await app.admin.query('begin; lock table products in share mode')
    const file = await upload(client, goods)
    const importing = client.call(createImport, { id, import_file_id: file.id })
    for (const server of [url, app.url])
      await expect
        .poll(() => progressAt(server, client, id))
        .toEqual({ status: 200, body: { phase: 'products', done: 0, total: 2 } })
    expect(await progressAt(url, other, id)).toMatchObject(notFound)
    await app.admin.query('commit')
    await importing
    for (const server of [url, app.url]) {
      expect(await progressAt(server, client, id)).toEqual({
        status: 200,
        body: { phase: 'finished', done: 0, total: 0 },
      })
      expect(await progressAt(server, other, id)).toMatchObject(notFound)
    }
  })
})

describe('a whole import is undone', () => {
  test('import, undo, fix the file, import again', async () => {
    const client = await app.signUp()
    const first = await importSheetsOf(client, goods)
    const undone = await client.call(undoImport, { id: first.id })
    expect(undone).toMatchObject({ status: 'undone', leftovers: [], undone_at: expect.any(String) })
    expect(await stockOf(client)).toEqual({})
    expect((await client.call(listCategories, {})).items).toEqual([])
    expect((await client.call(listLocations, {})).items.map(({ name }) => name)).toEqual(['Main Warehouse'])
    expect((await client.call(listTransactions, { status: 'pending' })).items).toEqual([])
    await everyUnitAccountedFor()

    const fixed = structuredClone(goods)
    fixed['Products']?.splice(1, 1, ['Bolt M8', 'B-1', null, 'Small parts', 0.6, 0.25, 11, 3, null, null])
    const file = await upload(client, fixed)
    expect(file.preview.counts.products).toMatchObject({ rows: 2, created: 0, restored: 2, updated: 0 })
    expect(file.preview.counts.transactions).toMatchObject({ posted: 3, already_imported: 0 })
    const second = (await client.call(createImport, { import_file_id: file.id })) as ImportRecord
    const { items } = await client.call(listProducts, {})
    expect(items).toMatchObject([
      {
        sku: 'B-1',
        name: 'Bolt M8',
        price: 0.6,
        stock: { on_hand: 43, minimum: 3 },
        category: { name: 'Small parts' },
      },
      { sku: 'N-1', stock: { on_hand: 4, minimum: 8 }, locations: [{ name: 'Shelf 1' }] },
    ])
    expect((await client.call(listLocations, {})).items.map(({ name }) => name)).toEqual(['Main Warehouse', 'Shelf 1'])
    await everyUnitAccountedFor()

    expect(await client.call(undoImport, { id: second.id })).toMatchObject({ status: 'undone' })
    expect(await stockOf(client)).toEqual({})
    expect(await client.refused(undoImport, { id: second.id })).toMatchObject({ code: 'import_not_undoable' })
    await everyUnitAccountedFor()
  })

  test("a location it created that has since received stock stays and doesn't block the undo", async () => {
    const client = await app.signUp()
    const ours = await client.call(createProduct, { name: 'Ours', sku: 'O-1', price: 1, stock_quantity: 5 })
    const { id } = await importSheetsOf(client, goods)
    const { items: locations } = await client.call(listLocations, {})
    const shelf = locations.find(({ name }) => name === 'Shelf 1')?.id ?? ''
    const main = locations.find(({ is_default }) => is_default)?.id ?? ''
    const way = { from_location_id: main, to_location_id: shelf, reason: 'restock' } as const
    await client.call(createTransfer, { product_id: ours.id, ...way, quantity: 3 })
    expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect((await client.call(listLocations, {})).items.map(({ name }) => name)).toContain('Shelf 1')
    expect(await stockOf(client)).toEqual({ 'O-1': 5 })
    await everyUnitAccountedFor()
  })

  test('a location that was edited since, or has a minimum, stays; an edited one that an import restored, too', async () => {
    const client = await app.signUp()
    const shelfOf = async () => (await client.call(listLocations, {})).items.find(({ name }) => name === 'Shelf 1')
    const edit = async () => {
      const { id = '', version = 0 } = (await shelfOf()) ?? {}
      await client.call(updateLocation, { id, version, name: 'Shelf 1', address: '4 Ash Street' })
    }
    // Hidden by the first undo, restored by the second import.
    await client.call(undoImport, { id: (await importSheetsOf(client, goods)).id })
    const restored = await importSheetsOf(client, goods)
    expect(await client.call(undoImport, { id: restored.id })).toMatchObject({ status: 'undone' })
    expect(await shelfOf()).toBeUndefined()
    const edited = await importSheetsOf(client, goods)
    await edit()
    expect(await client.call(undoImport, { id: edited.id })).toMatchObject({ status: 'undone' })
    expect(await shelfOf()).toMatchObject({ address: '4 Ash Street' })
    await everyUnitAccountedFor()

    const other = await app.signUp()
    const ours = await other.call(createProduct, { name: 'Ours', sku: 'O-1', price: 1, stock_quantity: 5 })
    const { id } = await importSheetsOf(other, goods)
    const { items } = await other.call(listLocations, {})
    const location_id = items.find(({ name }) => name === 'Shelf 1')?.id ?? ''
    await other.call(setLocationStock, { product_id: ours.id, location_id, min_stock_level: 2 })
    await other.call(undoImport, { id })
    expect((await other.call(listLocations, {})).items.map(({ name }) => name)).toContain('Shelf 1')
  })

  test("an undo doesn't wait for a location that someone is posting to: it stays", async () => {
    const client = await app.signUp()
    const { id } = await importSheetsOf(client, goods)
    await app.admin.query('begin')
    // A posting that has locked its destination, and will wait for a product of the import.
    await app.admin.query("select from locations where org_id = $1 and name = 'Shelf 1' for key share", [client.org_id])
    try {
      expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
    } finally {
      await app.admin.query('rollback')
    }
    expect((await client.call(listLocations, {})).items.map(({ name }) => name)).toContain('Shelf 1')
    expect(await stockOf(client)).toEqual({})
    await everyUnitAccountedFor()
  })

  test('SKUs match between file and database in every alphabet', async () => {
    const client = await app.signUp()
    await client.call(createProduct, { name: 'Road', sku: 'ΟΔΟΣ', price: 1 })
    await client.call(createProduct, { name: 'Thread', sku: 'İP-01', price: 1 })
    const found = await upload(
      client,
      importSheets({
        transactions: [
          ['ΟΔΟΣ', 'in', 2],
          ['İP-01', 'in', 3],
        ],
      }),
    )
    expect(found.preview).toMatchObject({ problems: [], counts: { units: { in: 5 } } })
    const taken = await upload(
      client,
      importSheets({
        products: [
          ['Road', 'οδοσ'],
          ['Thread', 'ip-01'],
        ],
      }),
    )
    expect(taken.preview).toMatchObject({ problems: [], counts: { products: { created: 0, unchanged: 2 } } })
  })

  test('a sheet with a title is read from its headings, and one without headings says what is missing', async () => {
    const client = await app.signUp()
    const { Products = [], ...others } = importSheets({ products: [['Bolt', 'B-1']] })
    const { preview } = await upload(client, { Products: [['Our stock list'], ...Products], ...others })
    expect(preview.problems).toEqual([])
    expect(preview.counts.products).toMatchObject({ rows: 1, created: 1 })
    const bare = await upload(client, { Products: [['Our stock list'], ...Products.slice(1)], ...others })
    expect(bare.preview.problems.map(({ message }) => message)).toContain('The Products sheet has no “sku” column')
  })

  test('stock that has left stays, is listed with its numbers, and can be undone later', async () => {
    const client = await app.signUp()
    const { id } = await importSheetsOf(client, goods)
    const { items } = await client.call(listProducts, {})
    const bolt = items.find(({ sku }) => sku === 'B-1')?.id ?? ''
    await client.call(createTransaction, { product_id: bolt, type: 'out', quantity: 30, reason_code: 'customer_order' })
    const partly = await client.call(undoImport, { id })
    expect(partly).toMatchObject({
      status: 'partly_undone',
      leftover_count: 1,
      anything_undone: true,
      leftovers: [
        {
          sku: 'B-1',
          location: 'Main Warehouse',
          message: '42 must be removed, but only 12 are available at Main Warehouse',
          needed: 42,
          available: 12,
        },
      ],
    })
    expect(await stockOf(client)).toEqual({ 'B-1': 12 })
    expect((await client.call(listCategories, {})).items).toMatchObject([{ name: 'Small parts', product_count: 1 }])
    await everyUnitAccountedFor()

    const again = await upload(client, goods)
    // Both transactions of the bolt stay; the nut would be restored.
    expect(again.preview.counts.products).toMatchObject({ unchanged: 1, restored: 1 })
    expect(again.preview.counts.transactions).toMatchObject({ already_imported: 2 })

    await client.call(createTransaction, { product_id: bolt, type: 'in', quantity: 30, reason_code: 'customer_return' })
    expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect(await stockOf(client)).toEqual({})
    await everyUnitAccountedFor()
  })

  test('what stays is counted beyond what is listed, and it says whether anything was undone', async () => {
    const client = await app.signUp()
    const skus = Array.from({ length: limits.importProblemsListed + 1 }, (_, index) => `P-${index}`)
    const added = (await client.call(createImport, {
      products: skus.map((sku) => ({ name: sku, sku })),
      categories: [],
      transactions: [],
    })) as ImportRecord
    expect(added).toMatchObject({ leftover_count: 0, anything_undone: null })
    const pending = (await client.call(createImport, {
      products: [],
      categories: [],
      transactions: skus.map((product_id) => ({ product_id, type: 'in', quantity: 1, status: 'pending' })),
    })) as ImportRecord
    const partly = await client.call(undoImport, { id: added.id })
    expect(partly).toMatchObject({
      status: 'partly_undone',
      leftover_count: limits.importProblemsListed + 1,
      anything_undone: false,
    })
    expect(partly.leftovers).toHaveLength(limits.importProblemsListed)
    // Discarded pending rows are all that this import did.
    expect(await client.call(undoImport, { id: pending.id })).toMatchObject({ anything_undone: true })
    const done = await client.call(undoImport, { id: added.id })
    expect(done).toMatchObject({ status: 'undone', leftovers: [], leftover_count: 0, anything_undone: true })
  }, 120_000)

  test('the numbers are those of the whole import at the location, not of a single row', async () => {
    const client = await app.signUp()
    const { id } = await importSheetsOf(
      client,
      importSheets({
        products: [['Bolt', 'B-1', null, null, 1, 1, 10, 0, null, null]],
        transactions: [
          ['B-1', 'out', 3, null, null, null],
          ['B-1', 'adjustment', -1, null, null, null],
        ],
      }),
    )
    const { id: product_id } = await productOf(client, 'B-1')
    await client.call(createTransaction, { product_id, type: 'out', quantity: 2, reason_code: 'customer_order' })
    expect((await client.call(undoImport, { id })).leftovers).toMatchObject([
      {
        sku: 'B-1',
        needed: 6,
        available: 4,
        message: '6 must be removed, but only 4 are available at Main Warehouse',
      },
    ])
    await everyUnitAccountedFor()
  })

  test('a product used since the import keeps those changes', async () => {
    const client = await app.signUp()
    const { id } = await importSheetsOf(client, goods)
    const { items } = await client.call(listProducts, {})
    const nut = items.find(({ sku }) => sku === 'N-1')?.id ?? ''
    await client.call(createTransaction, { product_id: nut, type: 'in', quantity: 6, reason_code: 'purchase_order' })
    const partly = await client.call(undoImport, { id })
    expect(partly.leftovers).toMatchObject([
      { sku: 'N-1', needed: null, message: '6 on hand from changes made after the import' },
    ])
    expect(await stockOf(client)).toEqual({ 'N-1': 6 })
    await everyUnitAccountedFor()
  })

  test('an undo changes each product once: it archives it and takes it out of a category that goes', async () => {
    const client = await app.signUp()
    const { id } = await importSheetsOf(client, goods)
    const { items } = await client.call(listProducts, {})
    await client.call(undoImport, { id })
    const { rows } = await app.admin.query(
      `select p.sku, p.category_id, count(*)::int as changes, min(a.summary) as summary
       from products p
       join audit_trail a on a.org_id = p.org_id and a.record_id = p.id and a.action = 'UPDATE'
       where p.org_id = $1 group by p.sku, p.category_id order by p.sku`,
      [client.org_id],
    )
    expect(items.map(({ category }) => category?.name)).toEqual(['Small parts', 'Small parts'])
    expect(rows).toEqual([
      { sku: 'B-1', category_id: null, changes: 1, summary: 'Archived, Updated category' },
      { sku: 'N-1', category_id: null, changes: 1, summary: 'Archived, Updated category' },
    ])
  })

  test('a category that another product took stays, with the archived products in it', async () => {
    const client = await app.signUp()
    const { id } = await importSheetsOf(client, goods)
    const [category] = (await client.call(listCategories, {})).items
    await client.call(createProduct, { name: 'Washer', sku: 'W-1', price: 1, category_id: category?.id ?? '' })
    await client.call(undoImport, { id })
    const { rows } = await app.admin.query(
      `select p.sku, c.name, p.archived_at is not null as archived
       from products p left join categories c on c.org_id = p.org_id and c.id = p.category_id
       where p.org_id = $1 order by p.sku`,
      [client.org_id],
    )
    expect(rows).toEqual([
      { sku: 'B-1', name: category?.name, archived: true },
      { sku: 'N-1', name: category?.name, archived: true },
      { sku: 'W-1', name: category?.name, archived: false },
    ])
  })

  test('two concurrent undos, and an undo by another organization', async () => {
    const client = await app.signUp()
    const { id } = await importSheetsOf(client, goods)
    const other = await app.signUp()
    expect((await other.refused(undoImport, { id })).status).toBe(404)
    expect((await other.refused(readImport, { id })).status).toBe(404)
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => client.call(undoImport, { id })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await everyUnitAccountedFor()
  })
})

describe.runIf(hasNorthwind)('Northwind', () => {
  test.each(['northwind.xlsx', 'northwind.xls'])('%s gives the figures of its README', async (file_name) => {
    const client = await app.signUp()
    const file = await client.call(uploadImportFile, {
      file_name,
      file: readFileSync(join(northwindFolder, file_name)),
    })
    expect(file.preview.problems).toEqual([])
    await client.call(createImport, { import_file_id: file.id })
    const { rows } = await app.admin.query(
      `select count(*)::int as products, sum(t.on_hand)::float as units, sum(t.on_hand * p.price)::float as value,
         count(*) filter (where t.is_low)::int as low, count(*) filter (where t.is_out)::int as out
       from product_totals t join products p on p.org_id = t.org_id and p.id = t.product_id where t.org_id = $1`,
      [client.org_id],
    )
    expect(rows[0]).toEqual({ products: 77, units: 3_899, value: 88_330.85, low: 6, out: 4 })
    expect((await client.call(listCategories, {})).items).toHaveLength(8)
    expect((await client.call(listTransactions, { type: 'in' })).items).toHaveLength(17)
    await everyUnitAccountedFor()
  })

  test('the other file, imported afterwards, reports everything as already imported, including stock', async () => {
    const client = await app.signUp()
    const send = (file_name: string) =>
      client.call(uploadImportFile, { file_name, file: readFileSync(join(northwindFolder, file_name)) })
    await client.call(createImport, { import_file_id: (await send('northwind.xls')).id })
    const { id, preview } = await send('northwind.xlsx')
    expect(preview).toMatchObject({ changes_nothing: true, stock_differences: 0 })
    const set = await client.call(previewImportFile, { id, set_stock: true })
    expect(set.preview).toMatchObject({ changes_nothing: true, counts: { units: { change: 0 } }, notices: [] })
  })
})
