import { read as readXlsx, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { uploadImportFile } from '../../contract/import-files.ts'
import { createImport, undoImport, type ImportRecord } from '../../contract/imports.ts'
import { readMe } from '../../contract/me.ts'
import { createProduct, listProducts, readProduct } from '../../contract/products.ts'
import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createSupplier, listSuppliers } from '../../contract/suppliers.ts'
import { newId } from '../platform/ids.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { productOf, stockOf } from './testing/imported.ts'

const app = await sharedApp()

const upload = (client: Client, text: string | Buffer, file_name = 'goods.csv') =>
  client.call(uploadImportFile, { file_name, file: Buffer.from(text as string) })

async function imported(client: Client, text: string | Buffer, file_name?: string): Promise<ImportRecord> {
  const { id, preview } = await upload(client, text, file_name)
  expect(preview.problems).toEqual([])
  return (await client.call(createImport, { import_file_id: id })) as ImportRecord
}

test('products from the CSV file of another program, with their stock, and undone', async () => {
  const client = await app.signUp()
  const file = [
    'Product Name;Item Code;Category;Unit Price;Cost;Qty;Reorder Point;Warehouse',
    '"Knäckebröd; dark";007;Bread;3,50;1,2345;1.200;10;Shelf 1',
    'Candles;C-1;;0,99;;12;;',
  ].join('\r\n')
  const { preview } = await upload(client, file)
  expect(preview.notices).toEqual(['1.200 is read as 1200, because other numbers have a decimal comma.'])
  const { id, file_name } = await imported(client, file)
  expect(file_name).toBe('goods.csv')
  expect(await productOf(client, '007')).toMatchObject({
    name: 'Knäckebröd; dark',
    category: { name: 'Bread' },
    price: 3.5,
    cost_price: 1.2345,
    location: 'Shelf 1',
    stock: { on_hand: 1200, minimum: 10 },
  })
  expect(await stockOf(client)).toEqual({ '007': 1200, 'C-1': 12 })
  expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone' })
  expect(await stockOf(client)).toEqual({})
})

test('marks of direction and width, which Excel and web pages add around texts, neither hide a product nor make another', async () => {
  const client = await app.signUp()
  await client.call(createProduct, { name: 'בורג', sku: 'B-1', price: 1 })
  const file =
    '\u200fsku,name\u200e,price,category_name\n\u200eB-1,\u200fבורג\u200f,\u200e2.50\u200e,\u200bברגים\nB-2\u200b,אום,1,ברגים\u200f\n'
  const { counts } = (await upload(client, file)).preview
  expect(counts).toMatchObject({ products: { created: 1, updated: 1 }, categories: { created: 1 } })
  await imported(client, file)
  expect(await productOf(client, 'B-1')).toMatchObject({ name: 'בורג', price: 2.5, category: { name: 'ברגים' } })
  expect((await client.call(listProducts, {})).items).toHaveLength(2)
})

describe('a number with two readings', () => {
  const unclear = (value: string, readings: string, written: string) => ({
    value,
    message: `Stock quantity is ambiguous: it can mean ${readings}. Write ${written}.`,
  })

  test.each([
    ['19.99', 1234],
    ['"1,234.50"', 1234],
    ['"19,9"', 1.234],
  ])('beside a price of %s, a quantity of 1,234 is %d', async (price, quantity) => {
    const client = await app.signUp()
    const { id, preview } = await upload(
      client,
      `sku,name,quantity_decimals,price,quantity\nA-1,Nail,3,${price},"1,234"\n`,
    )
    expect(preview).toMatchObject({
      problems: [],
      notices: [expect.stringContaining(`is read as ${quantity}, because`)],
    })
    await client.call(createImport, { import_file_id: id })
    expect(await stockOf(client)).toEqual({ 'A-1': quantity })
  })

  test('is a problem if other numbers show both separators, or none', async () => {
    const client = await app.signUp()
    const both = 'sku,name,quantity_decimals,price,quantity\nA-1,Nail,3,19.99,"1,234"\nA-2,Bolt,3,"19,99",1\n'
    expect((await upload(client, both)).preview).toMatchObject({
      problems: [unclear('1,234', '1234 or 1.234', '1234 or 1.2340')],
      notices: [],
    })
    const none = 'sku,name,quantity_decimals,price,quantity\nA-1,Nail,3,20,"1,234"\nA-2,"Bolt, 19.99",3,7,1\n'
    expect((await upload(client, none)).preview).toMatchObject({
      problems: [unclear('1,234', '1234 or 1.234', '1234 or 1.2340')],
      notices: [],
    })
    const points = 'sku;name;quantity_decimals;price;quantity\nA-1;Nail;3;20;1.200\n'
    expect((await upload(client, points)).preview).toMatchObject({
      problems: [unclear('1.200', '1200 or 1.2', '1200 or 1.2')],
      notices: [],
    })
  })

  test('a point before three digits separates thousands only where others have a decimal comma', async () => {
    const client = await app.signUp()
    await imported(client, 'sku,name,quantity_decimals,price,quantity\nA-1,Nail,3,"19,9",1.234\nA-2,Bolt,3,7,"0,5"\n')
    expect(await stockOf(client)).toEqual({ 'A-1': 1234, 'A-2': 0.5 })
    const other = await app.signUp()
    await imported(other, 'sku,name,quantity_decimals,price,quantity\nA-1,Nail,3,19.9,1.234\n')
    expect(await stockOf(other)).toEqual({ 'A-1': 1.234 })
  })
})

test('suppliers from a file of their own', async () => {
  const client = await app.signUp()
  const { counts } = await imported(client, 'Company name,Email address,Terms\nAcme,orders@acme.example,Net 30\n')
  expect(counts.suppliers).toMatchObject({ rows: 1, created: 1 })
  expect((await client.call(listSuppliers, {})).items).toMatchObject([
    { name: 'Acme', email: 'orders@acme.example', payment_terms: 'Net 30' },
  ])
})

test('the workbook with marked cells can be fixed and uploaded', async () => {
  const client = await app.signUp()
  const { id } = await upload(client, 'name,sku,price\nBolt,B-1,cheap\n')
  const response = await client.fetch(`/api/v1/import-files/${id}/marked-workbook`)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="goods-problems.xlsx"')
  const workbook = readXlsx(Buffer.from(await response.arrayBuffer()), { type: 'buffer' })
  expect(workbook.Sheets['Products']?.['C2']).toMatchObject({ v: 'cheap', c: { 0: { t: 'Price must be a number' } } })
  Object.assign(workbook.Sheets['Products'] ?? {}, { C2: { t: 'n', v: 2 } })
  await imported(client, write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer, 'goods-problems.xlsx')
  expect(await productOf(client, 'B-1')).toMatchObject({ price: 2 })
})

test('in the workbook with marked cells, points may still separate thousands', async () => {
  const client = await app.signUp()
  const marked = async (text: string) => {
    const { id } = await upload(client, text)
    const response = await client.fetch(`/api/v1/import-files/${id}/marked-workbook`)
    return upload(client, Buffer.from(await response.arrayBuffer()), 'goods-problems.xlsx')
  }
  const unclear = expect.stringContaining('can mean 1234 or 1.234')
  const { preview } = await marked('name;sku;quantity_decimals;quantity\nBolt;B-1;3;1.234\n')
  expect(preview.problems).toMatchObject([{ cell: 'D2', value: '1.234', message: unclear }])
  const { preview: unmistakable } = await marked('name,sku,quantity_decimals,quantity,price\nBolt,B-1,3,1.234,cheap\n')
  expect(unmistakable.problems).toMatchObject([{ cell: 'E2', message: 'Price must be a number' }])
})

test('a text that no cell of a workbook can hold is shortened in the workbook with marked cells', async () => {
  const client = await app.signUp()
  const { id } = await upload(client, `name,sku,description\nBolt,B-1,${'long '.repeat(8_000)}\n`)
  const response = await client.fetch(`/api/v1/import-files/${id}/marked-workbook`)
  expect(response.status).toBe(200)
  const { Products: products } = readXlsx(Buffer.from(await response.arrayBuffer()), { type: 'buffer' }).Sheets
  expect(String(products?.['C2']?.v)).toHaveLength(32_767)
})

test('while a workbook with 20,000 problems is marked, others are served', async () => {
  const client = await app.signUp()
  const rows = Array.from({ length: 20_000 }, (_, n) => `Bolt ${n},B-${n},cheap`)
  const { id } = await upload(client, `name,sku,price\n${rows.join('\n')}\n`)
  let served = 0
  let isMarked = false
  const marked = client.fetch(`/api/v1/import-files/${id}/marked-workbook`).finally(() => (isMarked = true))
  while (!isMarked) {
    await client.call(readMe, {})
    served += 1
  }
  expect((await marked).status).toBe(200)
  expect(served).toBeGreaterThan(20)
  const workbook = readXlsx(Buffer.from(await (await marked).arrayBuffer()), { type: 'buffer' })
  const { Products: products, Problems: problems } = workbook.Sheets
  expect([problems?.['!ref'], products?.['D20001']?.v]).toEqual(['A1:D20001', 'Price must be a number'])
  // The first thousand are commented.
  expect([products?.['C1001']?.c?.length, products?.['C1002']?.c]).toEqual([1, undefined])
})

test('the inventory report can be edited and imported', async () => {
  const client = await app.signUp()
  const { id: category_id } = await client.call(createCategory, { name: 'Small parts', color: '#10B981' })
  for (const product of [
    { name: 'Bolt, "M5"', sku: '0012', price: 1234.5, cost_price: 0.125, stock_quantity: 1500, category_id },
    { name: '=SUM(1)', sku: '-N', price: 2, stock_quantity: 0 },
  ])
    await client.call(createProduct, { id: newId(), ...product })
  for (const format of ['csv', 'xlsx']) {
    const file = await (await client.fetch(`/api/v1/reports/inventory/file?format=${format}`)).arrayBuffer()
    const { preview } = await client.call(uploadImportFile, {
      file_name: `inventory_report.${format}`,
      file: new Uint8Array(file),
    })
    expect([format, preview.problems, preview.notices, preview.new_categories]).toEqual([format, [], [], []])
    expect([format, preview.changes_nothing, preview.stock_differences]).toEqual([format, true, 0])
    expect(preview.counts.products.rows).toBe(2)
  }
  const report = await (await client.fetch('/api/v1/reports/inventory/file?format=csv')).text()

  const edited = report.replace('Small parts', 'Uncategorized').replace('1234.50', '1300')
  const { id } = await imported(client, edited, 'inventory_report.csv')
  expect(await productOf(client, '0012')).toMatchObject({ category: null, price: 1300, stock: { on_hand: 1500 } })
  await client.call(undoImport, { id })
  expect(await productOf(client, '0012')).toMatchObject({ category: { id: category_id }, price: 1234.5 })
})

describe('the supplier of a product', () => {
  const file = (rows: string[]) => ['name,sku,Vendor', ...rows].join('\n')

  test('is found by name or created, changed, and restored by an undo', async () => {
    const client = await app.signUp()
    const acme = await client.call(createSupplier, { name: 'Acme' })
    const first = await imported(client, file(['Bolt,B-1,ACME', 'Nut,N-1,Novum', 'Screw,S-1,novum', 'Nail,N-2,']))
    expect(first.counts.suppliers).toMatchObject({ rows: 0, created: 1 })
    const suppliers = async () => {
      const { items } = await client.call(listProducts, {})
      const read = await Promise.all(items.map(({ id }) => client.call(readProduct, { id })))
      return Object.fromEntries(read.map(({ sku, supplier }) => [sku, supplier?.name ?? null]))
    }
    expect(await suppliers()).toEqual({ 'B-1': 'Acme', 'N-1': 'Novum', 'S-1': 'Novum', 'N-2': null })

    const changed = await upload(client, file(['Bolt,B-1,Bolts & Co', 'Nut,N-1,', 'Nail,N-2,Acme']))
    expect(changed.preview.new_suppliers).toEqual(['Bolts & Co'])
    expect(changed.preview.changes.map(({ sku, fields }) => [sku, fields])).toEqual([
      ['B-1', [{ field: 'supplier_name', from: 'Acme', to: 'Bolts & Co', place: null }]],
      ['N-2', [{ field: 'supplier_name', from: null, to: 'Acme', place: null }]],
    ])
    const second = (await client.call(createImport, { import_file_id: changed.id })) as ImportRecord
    expect(await suppliers()).toEqual({ 'B-1': 'Bolts & Co', 'N-1': 'Novum', 'S-1': 'Novum', 'N-2': 'Acme' })
    expect(await client.call(undoImport, { id: second.id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect(await suppliers()).toEqual({ 'B-1': 'Acme', 'N-1': 'Novum', 'S-1': 'Novum', 'N-2': null })
    expect(await client.call(undoImport, { id: first.id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect((await client.call(listSuppliers, {})).items.map(({ id }) => id)).toEqual([acme.id])
  })

  test('is kept by an archived product if someone uses it since, so undoing the import keeps it', async () => {
    const client = await app.signUp()
    const { id } = await imported(client, file(['Bolt,B-1,Novum', 'Nut,N-1,Bolts & Co']))
    const read = async (sku: string) => client.call(readProduct, { id: (await productOf(client, sku)).id })
    const [bolt, nut] = [await read('B-1'), await read('N-1')]
    const other = await client.call(createProduct, { name: 'Chai', sku: 'C-1', price: 1 })
    const lines = [{ product_id: other.id, quantity: 1, unit_price: 1 }]
    await client.call(createPurchaseOrder, { supplier_id: bolt.supplier?.id ?? '', lines })
    expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone' })
    expect((await client.call(listSuppliers, {})).items.map(({ name }) => name)).toEqual(['Novum'])
    const { rows } = await app.admin.query('select sku, supplier_id from products where id = any ($1) order by sku', [
      [bolt.id, nut.id],
    ])
    expect(rows).toEqual([
      { sku: 'B-1', supplier_id: bolt.supplier?.id },
      { sku: 'N-1', supplier_id: null },
    ])
  })

  test('stays as it is if it was changed since, or if its former one was deleted', async () => {
    const client = await app.signUp()
    await imported(client, file(['Bolt,B-1,']))
    const second = await imported(client, file(['Bolt,B-1,Acme']))
    const third = await imported(client, file(['Bolt,B-1,Novum']))
    const left = async ({ id }: ImportRecord) =>
      (await client.call(undoImport, { id })).leftovers.map(({ message }) => message)
    expect(await left(second)).toEqual([
      'Supplier has changed since: it’s now “Novum”, and the import set it to “Acme”',
    ])
    expect((await client.call(listSuppliers, {})).items.map(({ name }) => name)).toEqual(['Novum'])
    expect(await left(third)).toEqual(['Supplier not restored: the previous supplier was deleted'])
  })

  test('with a name of several suppliers is a problem', async () => {
    const client = await app.signUp()
    for (const phone of ['1', '2']) await client.call(createSupplier, { name: 'Acme', phone })
    const { preview } = await upload(client, file(['Bolt,B-1,Acme']))
    expect(preview.problems).toMatchObject([
      { cell: 'C2', message: '2 suppliers have this name. Choose one on the product’s page.' },
    ])
  })
})
