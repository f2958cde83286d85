import { describe, expect, test } from 'vitest'
import { listCategories } from '../../contract/categories.ts'
import { listImportFileChanges, previewImportFile } from '../../contract/import-files.ts'
import { createImport, listImports, undoImport, type ImportRecord } from '../../contract/imports.ts'
import type { ImportChange, ImportPreview } from '../../contract/import-preview.ts'
import { listLocations } from '../../contract/locations.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { listProductPrices } from '../../contract/price-updates.ts'
import { createProduct, readProduct, updateProduct, type Product } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createSupplier, listSuppliers, updateSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { testApp, type Client } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { importSheetsOf, productOf, stockOf, upload } from './testing/imported.ts'
import { importSheets, type SheetCells } from './testing/workbooks.ts'

const app = await testApp()

const supplierColumns = 'name email phone address contact_person tax_id payment_terms notes status'.split(' ')
const locationColumns = 'name description address contact_person phone email'.split(' ')

/** A bolt with 10 at Main Warehouse and a nut with 5 on Shelf 1, with all related records. */
const goods: SheetCells = {
  ...importSheets({
    products: [
      ['Bolt', 'B-1', 'M8', 'Small parts', 0.5, 0.25, 10, 2, null, null],
      ['Nut', 'N-1', null, 'Small parts', 0.1, 0.05, 5, 8, null, 'Shelf 1'],
    ],
    categories: [['Small parts', 'Held in trays', '#10B981']],
    transactions: [['B-1', 'in', 40, 'first delivery', 'completed', 'USD']],
  }),
  Suppliers: [
    supplierColumns,
    ['Tokyo Traders', 'yoshi@tokyo.example', '555-0100', '9-8 Sekimai', 'Yoshi', 'JP-1', 'Net 30', null, 'active'],
  ],
  Locations: [locationColumns, ['Shelf 1', 'By the door', null, 'Anna', '555-0101', 'shelf@example.com']],
}

/** The same with one product row changed; `null` cells are blank. */
function withRow(row: number, cells: (string | number | null)[], sheet = 'Products'): SheetCells {
  const changed = structuredClone(goods)
  changed[sheet]?.splice(row - 1, 1, cells)
  return changed
}

const dearerBolt = withRow(2, ['Bolt, zinc', 'b-1', null, 'Fasteners', 0.75, null, 12, 3, null, 'Shelf 1'])

function shownFields(preview: ImportPreview): Record<string, [string, unknown, unknown][]> {
  const of = ({ fields }: ImportChange) =>
    fields.map(({ field, from, to }): [string, unknown, unknown] => [field, from, to])
  return Object.fromEntries(preview.changes.map((change) => [change.sku ?? change.name, of(change)]))
}

/** Everything that a second import of the same file could touch. */
async function everything(client: Client): Promise<unknown> {
  const state: Record<string, unknown> = {}
  for (const table of ['products', 'categories', 'suppliers', 'locations', 'product_totals', 'product_prices']) {
    const { rows } = await app.admin.query(`select * from ${table} where org_id = $1 order by 1, 2, 3`, [client.org_id])
    state[table] = rows
  }
  for (const table of [
    'audit_trail',
    'stock_postings',
    'posting_keys',
    'transaction_drafts',
    'imports',
    'import_rows',
  ]) {
    const { rows } = await app.admin.query(`select count(*) from ${table} where org_id = $1`, [client.org_id])
    state[table] = rows
  }
  return state
}

async function changeOfBolt(client: Client, changes: Partial<InputOf<typeof updateProduct>>): Promise<Product> {
  const { id } = await productOf(client, 'B-1')
  return client.call(updateProduct, edited(await client.call(readProduct, { id }), changes))
}

describe('the same file again', () => {
  test('changes nothing: no version, no audit row, no posting, no import; and the preview says so', async () => {
    const client = await app.signUp()
    const first = await importSheetsOf(client, goods)
    const before = await everything(client)
    const file = await upload(client, goods, 'renamed.xlsx')
    expect(file.preview).toMatchObject({
      changes_nothing: true,
      change_count: 0,
      stock_differences: 0,
      problems: [],
      counts: {
        products: { rows: 2, created: 0, restored: 0, updated: 0, unchanged: 2 },
        transactions: { rows: 1, posted: 0, already_imported: 1 },
      },
      imported_before: [{ import_id: first.id, file_name: 'goods.xlsx', created_at: first.created_at, rows: 1 }],
    })
    const answer = await client.call(createImport, { import_file_id: file.id })
    expect(answer).toMatchObject({ changes_nothing: true })
    expect(await everything(client)).toEqual(before)
    expect((await client.call(listImports, {})).items.map(({ id }) => id)).toEqual([first.id])
  })

  test('as JSON: 201, then 200 with the preview', async () => {
    const client = await app.signUp()
    const rows = {
      products: [{ name: 'Bolt', sku: 'B-1', price: 2, stock_quantity: 3, location: 'Shelf 1' }],
      categories: [{ name: 'Parts' }],
      transactions: [{ product_id: 'B-1', type: 'in', quantity: 2 }],
      suppliers: [{ name: 'Tokyo Traders', phone: '1' }],
      locations: [{ name: 'Shelf 1', address: 'Aisle 2' }],
    }
    const send = () =>
      client.fetch('/api/v1/imports', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rows),
      })
    expect((await send()).status).toBe(201)
    const before = await everything(client)
    const again = await send()
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ changes_nothing: true })
    expect(await everything(client)).toEqual(before)
    expect((await client.call(listSuppliers, {})).items).toMatchObject([{ name: 'Tokyo Traders', phone: '1' }])
    expect((await client.call(listLocations, {})).items).toMatchObject([
      { name: 'Main Warehouse' },
      { name: 'Shelf 1', address: 'Aisle 2' },
    ])
  })
})

describe('existing records are updated', () => {
  test("field by field as the preview shows; blank cells and stock don't change, the SKU keeps its spelling", async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const file = await upload(client, dearerBolt)
    expect(file.preview.problems).toEqual([])
    expect(shownFields(file.preview)).toEqual({
      'B-1': [
        ['name', 'Bolt', 'Bolt, zinc'],
        ['price', 0.5, 0.75],
        ['min_stock_level', 2, 3],
        ['category_name', 'Small parts', 'Fasteners'],
        ['location', null, 'Shelf 1'],
      ],
    })
    expect(file.preview).toMatchObject({
      change_count: 1,
      changes_nothing: false,
      stock_differences: 1,
      new_categories: ['Fasteners'],
      counts: { products: { updated: 1, unchanged: 1, stock_set: 0 }, units: { change: 0 } },
    })
    const before = await productOf(client, 'B-1')
    await client.call(createImport, { import_file_id: file.id })
    const after = await productOf(client, 'B-1')
    expect(after).toMatchObject({
      id: before.id,
      sku: 'B-1',
      name: 'Bolt, zinc',
      description: 'M8',
      price: 0.75,
      cost_price: 0.25,
      location: 'Shelf 1',
      category: { name: 'Fasteners' },
      stock: { on_hand: 50, minimum: 3 },
      version: before.version + 1,
    })
    expect((await productOf(client, 'N-1')).version).toBe(1)
    expect(await prices('B-1', client)).toEqual([0.5, 0.75])
    const { rows } = await app.admin.query(
      `select old_values ->> 'price' as was, new_values ->> 'price' as became from audit_trail
       where org_id = $1 and table_name = 'products' and action = 'UPDATE'`,
      [client.org_id],
    )
    expect(rows).toEqual([{ was: '0.50', became: '0.75' }])
    await expectSound(app)
  })

  test('categories, suppliers and locations by name, ignoring case', async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const changed = {
      ...importSheets({ categories: [['SMALL PARTS', null, '#EF4444']] }),
      Suppliers: [supplierColumns, ['tokyo traders', null, '555-0199', null, null, null, null, 'Closed', 'Inactive']],
      Locations: [locationColumns, ['SHELF 1', 'By the window', 'Aisle 3', null, null, null]],
    }
    const file = await upload(client, changed)
    expect(shownFields(file.preview)).toEqual({
      'Small parts': [['color', '#10B981', '#EF4444']],
      'Tokyo Traders': [
        ['phone', '555-0100', '555-0199'],
        ['notes', null, 'Closed'],
        ['status', 'active', 'inactive'],
      ],
      'Shelf 1': [
        ['description', 'By the door', 'By the window'],
        ['address', null, 'Aisle 3'],
      ],
    })
    expect(file.preview.counts).toMatchObject({
      categories: { created: 0, updated: 1 },
      suppliers: { created: 0, updated: 1 },
      locations: { created: 0, updated: 1 },
    })
    await client.call(createImport, { import_file_id: file.id })
    expect((await client.call(listCategories, {})).items).toMatchObject([
      { name: 'Small parts', description: 'Held in trays', color: '#EF4444', version: 2 },
    ])
    expect((await client.call(listSuppliers, {})).items).toMatchObject([
      { name: 'Tokyo Traders', email: 'yoshi@tokyo.example', phone: '555-0199', status: 'inactive', version: 2 },
    ])
    expect((await client.call(listLocations, {})).items[1]).toMatchObject({
      name: 'Shelf 1',
      description: 'By the window',
      contact_person: 'Anna',
      version: 2,
    })
  })

  test('every change of hundreds is listed page by page, applied, and undone', async () => {
    const client = await app.signUp()
    const total = 330
    const many = (price: number) =>
      importSheets({
        products: Array.from({ length: total }, (_, n) => [
          `Bolt ${n} at ${price}`,
          `B-${n}`,
          null,
          `Category ${n % 20}`,
          price,
          0,
          0,
          0,
          null,
          null,
        ]),
      })
    await importSheetsOf(client, many(1))
    const { id, preview } = await upload(client, many(2))
    expect([preview.change_count, preview.changes.length]).toEqual([total, 200])
    const skus: (string | null)[] = []
    for (let cursor: string | undefined; ;) {
      const page = await client.call(listImportFileChanges, { id, limit: 100, ...(cursor ? { cursor } : {}) })
      skus.push(...page.items.map(({ sku }) => sku))
      if (page.next === null) break
      cursor = page.next
    }
    expect(skus).toEqual(Array.from({ length: total }, (_, n) => `B-${n}`))
    expect((await (await app.signUp()).refused(listImportFileChanges, { id })).status).toBe(404)
    const record = (await client.call(createImport, { import_file_id: id })) as ImportRecord
    expect(await client.call(undoImport, { id: record.id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect(await productOf(client, 'B-1')).toMatchObject({ name: 'Bolt 1 at 1', price: 1 })
    await expectSound(app)
  })

  test("an archived product isn't updated, and a supplier name shared by several updates none of them", async () => {
    const client = await app.signUp()
    for (const city of ['Tokyo', 'Osaka']) await client.call(createSupplier, { name: 'Traders', address: city })
    const { id } = await client.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1, stock_quantity: 1 })
    await client.call(createTransaction, { product_id: id, type: 'out', quantity: 1, reason_code: 'customer_order' })
    await client.call(deleteProduct, { id })
    const { preview } = await upload(client, {
      ...importSheets({ products: [['Bolt', 'B-1', null, null, 2]] }),
      Suppliers: [supplierColumns, ['traders', null, '1'], ['New one'], ['new One']],
    })
    expect(preview.problems).toMatchObject([
      { cell: 'B2', message: expect.stringContaining('belongs to an archived product') },
      { sheet: 'Suppliers', cell: 'A2', message: '2 suppliers have this name. Update them one at a time.' },
      { sheet: 'Suppliers', cell: 'A4', message: 'This supplier is already in row 3.' },
    ])
  })

  test('decimals can be added to an existing product, and removed only while nothing moved in them', async () => {
    const client = await app.signUp()
    const columns = ['name', 'sku', 'quantity_decimals', 'stock_quantity', 'min_stock_level']
    const sheets = (...cells: (string | number | null)[]) => ({
      ...importSheets({ transactions: [['B-1', 'in', 0.25]] }),
      Products: [columns, ['Bolt', 'B-1', ...cells]],
    })
    await importSheetsOf(client, { ...sheets(0, 1, 0), Transactions: [['product_id', 'type', 'quantity']] })
    await importSheetsOf(client, sheets(2, null, 0.5))
    expect(await stockOf(client)).toEqual({ 'B-1': 1.25 })
    const { preview } = await upload(client, sheets(0, null, null))
    expect(preview.problems).toMatchObject([
      { cell: 'E2', message: expect.stringContaining('must be a whole number') },
      { cell: 'C2', message: expect.stringContaining('have more decimals') },
    ])
  })
})

describe('set stock to the quantities in the file', () => {
  test("posts the difference as a count at the stock's location, and says so field by field", async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const counted = withRow(2, ['Bolt', 'B-1', null, null, null, null, 7, null, null, null])
    const { id, preview: without } = await upload(client, counted)
    expect(without).toMatchObject({ stock_differences: 1, changes_nothing: true, change_count: 0 })
    const { preview } = await client.call(previewImportFile, { id, set_stock: true })
    expect(preview).toMatchObject({
      set_stock: true,
      change_count: 1,
      changes: [
        {
          sku: 'B-1',
          fields: [{ field: 'stock_quantity', from: 50, to: 47, place: 'Main Warehouse' }],
        },
      ],
      counts: { products: { updated: 0, stock_set: 1, unchanged: 1 }, units: { counted: -3, change: -3 } },
      notices: [expect.stringContaining('plus the previously imported transactions from this file')],
    })
    const version = (await productOf(client, 'B-1')).version
    const record = (await client.call(createImport, { import_file_id: id })) as ImportRecord
    expect(await stockOf(client)).toEqual({ 'B-1': 47, 'N-1': 5 })
    expect((await productOf(client, 'B-1')).version).toBe(version)
    await expectSound(app)
    expect(await client.call(undoImport, { id: record.id })).toMatchObject({ status: 'undone' })
    expect(await stockOf(client)).toEqual({ 'B-1': 50, 'N-1': 5 })
    await expectSound(app)
  })

  test("the file's transactions are added to the count; a product without stock gets it at its location", async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const { id: nut } = await productOf(client, 'N-1')
    await client.call(createTransaction, { product_id: nut, type: 'out', quantity: 5, reason_code: 'customer_order' })
    const rows = {
      products: [
        { name: 'Bolt', sku: 'B-1', stock_quantity: 20 },
        { name: 'Nut', sku: 'N-1', stock_quantity: 7 },
      ],
      categories: [],
      transactions: [
        { product_id: 'B-1', type: 'out', quantity: 20 },
        { product_id: 'B-1', type: 'out', quantity: 1 },
        { product_id: 'N-1', type: 'in', quantity: 1 },
      ],
    }
    const refusal = await client.refused(createImport, { ...rows, set_stock: true })
    expect(refusal).toMatchObject({
      code: 'import_has_problems',
      message: 'Cannot remove more than current stock (0)',
    })
    rows.transactions.splice(1, 1)
    await client.call(createImport, { ...rows, set_stock: true })
    expect(await stockOf(client)).toEqual({ 'B-1': 0, 'N-1': 8 })
    expect((await productOf(client, 'N-1')).locations).toMatchObject([{ name: 'Shelf 1', on_hand: 8 }])
    await expectSound(app)
  })

  test('stock in several locations is a problem in place, unless its sum matches the file', async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const { items: locations } = await client.call(listLocations, {})
    const [from_location_id = '', to_location_id = ''] = locations.map(({ id }) => id)
    const { id: product_id } = await productOf(client, 'B-1')
    await client.call(createTransfer, { product_id, from_location_id, to_location_id, quantity: 8, reason: 'restock' })
    const withStock = (stock: number) => withRow(2, ['Bolt', 'B-1', null, null, null, null, stock, null, null, null])
    // 40 more came with the file's transaction.
    const { id } = await upload(client, withStock(9))
    const { preview } = await client.call(previewImportFile, { id, set_stock: true })
    expect(preview.problems).toMatchObject([
      {
        cell: 'G2',
        value: '9',
        message:
          'Stored in several locations or lots (Main Warehouse 42, Shelf 1 8). Set the stock of each one instead',
      },
    ])
    const { id: other } = await upload(client, withStock(10))
    expect((await client.call(previewImportFile, { id: other, set_stock: true })).preview.problems).toEqual([])
  })

  test('a problem about several lots of one location names the location once', async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const { id: product_id } = await changeOfBolt(client, { quantity_decimals: 1 })
    const lot = { reason_code: 'purchase_order', quantity: 1.5, lot_number: 'A' } as const
    await client.call(createTransaction, { product_id, type: 'in', ...lot })
    const { id } = await upload(client, withRow(2, ['Bolt', 'B-1', null, null, null, null, 9, null, null, null]))
    const { preview } = await client.call(previewImportFile, { id, set_stock: true })
    expect(preview.problems.map(({ message }) => message)).toEqual([
      'Stored in several locations or lots (Main Warehouse 51.5 in 2 lots). Set the stock of each one instead',
    ])
  })

  test('an uploaded file uses the option from its preview, not from its confirmation', async () => {
    const client = await app.signUp()
    const { id } = await upload(client, goods)
    expect(await client.refused(createImport, { import_file_id: id, set_stock: true })).toMatchObject({
      status: 422,
      fields: { set_stock: expect.any(String) },
    })
    expect((await client.refused(previewImportFile, { id: crypto.randomUUID(), set_stock: true })).status).toBe(404)
  })
})

describe('a change since the preview', () => {
  test('is listed in place with both figures, and nothing is written', async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const { id } = await upload(client, dearerBolt)
    await client.call(previewImportFile, { id, set_stock: true })
    await changeOfBolt(client, { price: 0.6, description: 'M8, steel' })
    const { id: bolt } = await productOf(client, 'B-1')
    await client.call(createTransaction, { product_id: bolt, type: 'out', quantity: 1, reason_code: 'customer_order' })
    const before = await everything(client)
    const refusal = await client.refused(createImport, { import_file_id: id })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'Some records have changed since the preview. Nothing was imported.',
      details: {
        conflict_count: 2,
        conflicts: [
          {
            sheet: 'Products',
            row: 2,
            column: 'price',
            cell: 'E2',
            message: 'Bolt: Price is $0.60 now; the preview showed $0.50',
          },
          {
            column: 'stock_quantity',
            cell: 'G2',
            message: 'Bolt: Stock at Main Warehouse is 49 now; the preview showed 50',
          },
        ],
      },
    })
    expect(await everything(client)).toEqual(before)
    const { preview } = await client.call(previewImportFile, { id, set_stock: true })
    expect(shownFields(preview)['B-1']).toContainEqual(['price', 0.6, 0.75])
    await client.call(createImport, { import_file_id: id })
    expect(await productOf(client, 'B-1')).toMatchObject({
      price: 0.75,
      description: 'M8, steel',
      stock: { on_hand: 52 },
    })
    await expectSound(app)
  })

  test("counts even where the preview showed no change; a change to the file's own value doesn't", async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const { id } = await upload(client, withRow(2, ['Bolt', 'B-1', null, null, 0.75, 0.25, null, null, null, null]))
    await changeOfBolt(client, { price: 0.75, cost_price: 0.3 })
    const refusal = await client.refused(createImport, { import_file_id: id })
    expect(refusal.details).toMatchObject({
      conflicts: [
        { cell: 'F2', message: 'Bolt: Cost price is $0.30 now and would become $0.25, which wasn’t in the preview' },
      ],
    })
    await changeOfBolt(client, { cost_price: 0.25 })
    expect(await client.call(createImport, { import_file_id: id })).toMatchObject({ changes_nothing: true })
  })

  test("a SKU or category added since isn't silently overwritten", async () => {
    const client = await app.signUp()
    const { id } = await upload(client, goods)
    await client.call(createProduct, { name: 'Their bolt', sku: 'b-1', price: 9 })
    const refusal = await client.refused(createImport, { import_file_id: id })
    expect(refusal.details?.['conflicts']).toContainEqual(
      expect.objectContaining({
        cell: 'A2',
        message: 'Their bolt: Name is “Their bolt” now and would become “Bolt”, which wasn’t in the preview',
      }),
    )
    expect(await stockOf(client)).toEqual({ 'b-1': 0 })
  })
})

describe('an undo', () => {
  test('restores unchanged fields, leaves and lists the others, and can be repeated', async () => {
    const client = await app.signUp()
    await importSheetsOf(client, goods)
    const before = await productOf(client, 'B-1')
    const record = await importSheetsOf(client, dearerBolt)
    await changeOfBolt(client, { price: 0.9 })
    const undone = await client.call(undoImport, { id: record.id })
    expect(undone).toMatchObject({
      status: 'partly_undone',
      leftovers: [
        {
          kind: 'product',
          record_id: before.id,
          sku: 'B-1',
          field: 'price',
          message: 'Price has changed since: it’s now $0.90, and the import set it to $0.75',
        },
      ],
    })
    expect(await productOf(client, 'B-1')).toMatchObject({
      name: 'Bolt',
      price: 0.9,
      location: null,
      category: { name: 'Small parts' },
      stock: { minimum: 2, on_hand: 50 },
    })
    expect((await client.call(listCategories, {})).items.map(({ name }) => name)).toEqual(['Small parts'])
    await expectSound(app)

    await changeOfBolt(client, { price: 0.75 })
    expect(await client.call(undoImport, { id: record.id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect(await productOf(client, 'B-1')).toMatchObject({ price: 0.5 })
    expect(await prices('B-1', client)).toEqual([0.5, 0.75, 0.9, 0.75, 0.5])
    await expectSound(app)
  })

  test('removes unused suppliers it created, restores categories, suppliers and locations', async () => {
    const client = await app.signUp()
    const first = await importSheetsOf(client, goods)
    const second = await importSheetsOf(client, {
      ...importSheets({ categories: [['Small parts', 'In boxes', null]] }),
      Suppliers: [supplierColumns, ['Tokyo Traders', null, '555-0199'], ['Osaka Traders']],
      Locations: [locationColumns, ['Shelf 1', null, 'Aisle 3'], ['Attic']],
    })
    const [tokyo] = (await client.call(listSuppliers, { search: 'Tokyo' })).items
    await client.call(updateSupplier, { ...fieldsOf(tokyo), payment_terms: 'Net 60' } as never)
    expect(await client.call(undoImport, { id: second.id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect((await client.call(listSuppliers, {})).items).toMatchObject([
      { name: 'Tokyo Traders', phone: '555-0100', payment_terms: 'Net 60' },
    ])
    expect((await client.call(listLocations, {})).items.map(({ name, address }) => [name, address])).toEqual([
      ['Main Warehouse', null],
      ['Shelf 1', null],
    ])
    expect((await client.call(listCategories, {})).items).toMatchObject([{ description: 'Held in trays' }])

    const ours = await client.call(createProduct, {
      name: 'Ours',
      sku: 'O-1',
      price: 1,
      supplier_id: tokyo?.id ?? null,
    })
    expect(await client.call(undoImport, { id: first.id })).toMatchObject({ status: 'undone' })
    // A supplier that one of our products names stays.
    expect((await client.call(readProduct, { id: ours.id })).supplier?.name).toBe('Tokyo Traders')
    await expectSound(app)
  })

  test("leaves what can't be restored: a deleted category, decimals in use, an archived product", async () => {
    const client = await app.signUp()
    const columns = ['name', 'sku', 'category_name', 'quantity_decimals', 'price']
    const sheets = (...rows: (string | number | null)[][]) => ({ ...importSheets({}), Products: [columns, ...rows] })
    await importSheetsOf(client, sheets(['A', 'A-1', 'Old', 0, 1], ['B', 'B-1', null, 0, 1], ['C', 'C-1', null, 0, 1]))
    const record = await importSheetsOf(
      client,
      sheets(['A', 'A-1', 'New', null, null], ['B', 'B-1', null, 1, null], ['C', 'C-1', null, null, 2]),
    )
    const old = (await client.call(listCategories, {})).items.find(({ name }) => name === 'Old')
    await app.admin.query('delete from categories where id = $1', [old?.id])
    const b = await productOf(client, 'B-1')
    await client.call(createTransaction, { product_id: b.id, type: 'in', quantity: 0.5, reason_code: 'transfer_in' })
    const c = await productOf(client, 'C-1')
    await client.call(createTransaction, { product_id: c.id, type: 'in', quantity: 1, reason_code: 'transfer_in' })
    await client.call(createTransaction, { product_id: c.id, type: 'out', quantity: 1, reason_code: 'customer_order' })
    await client.call(deleteProduct, { id: c.id })
    const { status, leftovers } = await client.call(undoImport, { id: record.id })
    expect(status).toBe('partly_undone')
    expect(leftovers.map(({ sku, message }) => `${sku}: ${message}`).toSorted()).toEqual([
      'A-1: Category not restored: the previous category was deleted',
      'B-1: Quantity decimals not restored: smaller quantities have since been used',
      'C-1: Price not restored: the product is archived',
    ])
    await expectSound(app)
  })
})

const fieldsOf = (record: object | undefined) => {
  const {
    user_id: _by,
    inactive_since: _off,
    created_at: _made,
    updated_at: _edited,
    ...fields
  } = (record ?? {}) as Record<string, unknown>
  return fields
}

async function prices(sku: string, client: Client): Promise<number[]> {
  const { rows } = await app.admin.query(
    `select r.price::float as price from product_prices r join products p on p.org_id = r.org_id and p.id = r.product_id
     where r.org_id = $1 and p.sku = $2 order by r.valid_from`,
    [client.org_id, sku],
  )
  return rows.map(({ price }: { price: number }) => price)
}

describe("a product's cost", () => {
  const file = (cost: number | null) =>
    importSheets({ products: [['Bolt', 'B-1', null, null, 0.5, cost, 10, 2, null, null]] })
  const costOf = async (client: Client) => {
    const { cost_price, cost_is_known } = await productOf(client, 'B-1')
    return cost_is_known ? cost_price : null
  }

  test('is unknown for a blank cell of a new product, 0 for a 0, and unchanged for a blank cell otherwise', async () => {
    const client = await app.signUp()
    await client.call(createImport, { import_file_id: (await upload(client, file(null))).id })
    expect(await costOf(client)).toBeNull()
    const free = await upload(client, file(0))
    expect(shownFields(free.preview)).toEqual({ 'B-1': [['cost_price', null, 0]] })
    await client.call(createImport, { import_file_id: free.id })
    expect(await costOf(client)).toBe(0)
    expect((await upload(client, file(null))).preview.changes_nothing).toBe(true)
    await expectSound(app)
  })

  test('is unknown again when the import that set it is undone', async () => {
    const client = await app.signUp()
    await client.call(createImport, { import_file_id: (await upload(client, file(null))).id })
    const priced = await client.call(createImport, { import_file_id: (await upload(client, file(0.25))).id })
    expect(await costOf(client)).toBe(0.25)
    expect(await client.call(undoImport, { id: (priced as ImportRecord).id })).toMatchObject({ leftovers: [] })
    expect(await costOf(client)).toBeNull()
    const { items } = await client.call(listProductPrices, { product_id: (await productOf(client, 'B-1')).id })
    expect(items.map((row) => [row.cost_is_known, row.cost_price])).toEqual([
      [false, 0],
      [true, 0.25],
      [false, 0],
    ])
    await expectSound(app)
  })
})
