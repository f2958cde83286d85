import { read as readXlsx, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { listCategories } from '../../contract/categories.ts'
import { previewImportFile, uploadImportFile } from '../../contract/import-files.ts'
import { createImport, undoImport, type ImportRecord } from '../../contract/imports.ts'
import { listLocations } from '../../contract/locations.ts'
import { createProduct, listProducts, readProduct } from '../../contract/products.ts'
import { listSuppliers } from '../../contract/suppliers.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { productOf } from './testing/imported.ts'

const app = await sharedApp()

const upload = (client: Client, file: string | Buffer, file_name = 'export.csv') =>
  client.call(uploadImportFile, { file_name, file: Buffer.from(file as string) })

async function imported(client: Client, file: string | Buffer, file_name?: string): Promise<ImportRecord> {
  const { id, preview } = await upload(client, file, file_name)
  expect(preview.problems).toEqual([])
  return (await client.call(createImport, { import_file_id: id })) as ImportRecord
}

/** The stock of a product by location, without those that have none. */
async function stockAt(client: Client, sku: string): Promise<Record<string, number>> {
  const { rows } = await app.admin.query<{ name: string; on_hand: string }>(
    `select l.name, s.available + s.reserved as on_hand from stock_levels s join locations l on l.id = s.location_id
     where s.product_id = $1 and s.available + s.reserved > 0`,
    [(await productOf(client, sku)).id],
  )
  return Object.fromEntries(rows.map(({ name, on_hand }) => [name, Number(on_hand)]))
}

const inventoryHead =
  'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)'

const inventory = [
  inventoryHead,
  'tee,T-shirt,Size,M,TEE-M,,US,Main Street,A1,0,0,2,10,12,',
  'tee,T-shirt,Size,M,TEE-M,,US,Airport,B7,0,0,0,4,4,',
  'mug,Mug,Title,Default Title,MUG,,,Airport,,0,0,0,9,9,',
  'mug,Mug,Title,Default Title,MUG,,,Main Street,,not stocked,not stocked,not stocked,not stocked,not stocked,',
].join('\n')

const products = [
  'Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Image,Image Src',
  'tee,T-shirt,<p>Soft</p><ul><li>Cotton</li></ul>,Acme,Shirts,Size,M,TEE-M,19.90,,https://example.com/1.jpg',
  'tee,,,,,,L,TEE-L,19.90,https://example.com/l.jpg,https://example.com/2.jpg',
  'tee,,,,,,,,,,https://example.com/3.jpg',
].join('\n')

describe('stock at several locations', () => {
  test('is added at each, and undone', async () => {
    const client = await app.signUp()
    const { preview } = await upload(client, inventory)
    expect(preview.new_locations.toSorted()).toEqual(['Airport', 'Main Street'])
    expect(preview.counts.units.opening).toBe(25)
    expect(preview.products).toMatchObject([
      {
        name: 'T-shirt - M',
        location: 'Main Street',
        on_hand: 16,
        stock_by_location: [
          { location: 'Main Street', on_hand: 12 },
          { location: 'Airport', on_hand: 4 },
        ],
      },
      { name: 'Mug', location: 'Airport', on_hand: 9 },
    ])
    const { id } = await imported(client, inventory)
    expect(await stockAt(client, 'TEE-M')).toEqual({ 'Main Street': 12, Airport: 4 })
    expect(await stockAt(client, 'MUG')).toEqual({ Airport: 9 })
    expect(await productOf(client, 'TEE-M')).toMatchObject({ location: 'Main Street', stock: { on_hand: 16 } })
    const again = (await upload(client, inventory)).preview
    expect([again.changes_nothing, again.stock_differences]).toEqual([true, 0])

    expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect((await client.call(listProducts, {})).items).toEqual([])
    expect((await client.call(listLocations, {})).items.map(({ name }) => name)).toEqual(['Main Warehouse'])
  })

  test('is set at each if that is chosen: other locations keep theirs, and an undo restores it', async () => {
    const client = await app.signUp()
    await imported(client, inventory)
    await imported(client, 'sku,name,location,stock_quantity\nCUP,Cup,Shop,7')
    const changed = [
      inventoryHead,
      'tee,T-shirt,Size,M,TEE-M,,US,Airport,B7,0,0,0,4,6,',
      'tee,T-shirt,Size,M,TEE-M,,US,Harbor,B7,0,0,0,4,3,',
      'cup,Cup,Title,Default Title,CUP,,,Airport,,0,0,0,1,1,',
      'cup,Cup,Title,Default Title,CUP,,,Harbor,,0,0,0,0,0,',
    ].join('\n')
    const { id: file, preview } = await upload(client, changed)
    expect([preview.stock_differences, preview.changes]).toEqual([2, []])
    const { preview: set } = await client.call(previewImportFile, { id: file, set_stock: true })
    expect(set.changes.map(({ sku, fields }) => [sku, fields.map(({ from, to, place }) => [place, from, to])])).toEqual(
      [
        [
          'TEE-M',
          [
            ['Airport', 4, 6],
            ['Harbor', 0, 3],
          ],
        ],
        ['CUP', [['Airport', 0, 1]]],
      ],
    )
    const { id } = (await client.call(createImport, { import_file_id: file })) as ImportRecord
    expect(await stockAt(client, 'TEE-M')).toEqual({ 'Main Street': 12, Airport: 6, Harbor: 3 })
    expect(await stockAt(client, 'CUP')).toEqual({ Shop: 7, Airport: 1 })
    expect((await productOf(client, 'TEE-M')).location).toBe('Main Street')
    expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
    expect(await stockAt(client, 'TEE-M')).toEqual({ 'Main Street': 12, Airport: 4 })
    expect(await stockAt(client, 'CUP')).toEqual({ Shop: 7 })
  })

  test('can be fixed in the workbook with marked cells, in rows and in columns', async () => {
    const client = await app.signUp()
    const fixed = async (text: string, cell: string) => {
      const { id, preview } = await upload(client, text)
      expect(preview.problems).toMatchObject([{ message: 'Stock quantity must be a number' }])
      const response = await client.fetch(`/api/v1/import-files/${id}/marked-workbook`)
      const workbook = readXlsx(Buffer.from(await response.arrayBuffer()), { type: 'buffer' })
      const { Products: sheet, Problems: list } = workbook.Sheets
      expect(list?.['B2']?.v).toBe(cell)
      expect(sheet?.[cell]).toMatchObject({ v: 'many', c: { 0: { t: 'Stock quantity must be a number' } } })
      Object.assign(sheet ?? {}, { [cell]: { t: 'n', v: 5 } })
      await imported(client, write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer, 'fixed.xlsx')
    }
    await fixed('sku,name,location,price,stock_quantity\nA-1,Bolt,Shop,2,1\nA-1,Bolt,Store,2,many', 'E3')
    expect(await stockAt(client, 'A-1')).toEqual({ Shop: 1, Store: 5 })
    await fixed('Stock: Shop,Stock: Store,sku,name\n1,many,A-2,Nut', 'B2')
    expect(await stockAt(client, 'A-2')).toEqual({ Shop: 1, Store: 5 })
  })

  test('at an inactive location is a problem of its cell', async () => {
    const client = await app.signUp()
    await imported(client, 'name\nShop', 'locations.csv')
    const shop = (await client.call(listLocations, {})).items.find(({ name }) => name === 'Shop')
    await app.admin.query('update locations set is_active = false where id = $1', [shop?.id])
    const { preview } = await upload(client, 'sku,name,Stock: Shop,Stock: Store\nA-1,Bolt,1,2')
    expect(preview.problems).toMatchObject([{ cell: 'C2', message: '“Shop” isn’t an active location' }])
  })
})

test('undoing the import of a shop’s export restores everything: variants, pictures, stock, suppliers', async () => {
  const client = await app.signUp()
  await client.call(createProduct, { name: 'Old shirt', sku: 'TEE-M', price: 5, description: 'Old', stock_quantity: 3 })
  const everything = async () => {
    const { items } = await client.call(listProducts, {})
    const read = await Promise.all(items.map(({ id }) => client.call(readProduct, { id })))
    return {
      products: read.map(({ sku, name, description, image, price, supplier, category, stock }) => ({
        sku,
        name,
        description,
        image,
        price,
        supplier: supplier?.name,
        category: category?.name,
        on_hand: stock.on_hand,
      })),
      suppliers: (await client.call(listSuppliers, {})).items.map(({ name }) => name),
      categories: (await client.call(listCategories, {})).items.map(({ name }) => name),
      locations: (await client.call(listLocations, {})).items.map(({ name }) => name),
    }
  }
  const before = await everything()
  const first = await imported(client, products)
  const second = await imported(client, inventory.replaceAll('TEE-M', 'TEE-L'))
  expect(await everything()).toMatchObject({ suppliers: ['Acme'], categories: ['Shirts'] })
  expect(await productOf(client, 'TEE-M')).toMatchObject({
    name: 'T-shirt - M',
    description: 'Soft\n\n• Cotton',
    image: 'https://example.com/1.jpg',
    price: 19.9,
  })
  expect(await productOf(client, 'TEE-L')).toMatchObject({ image: 'https://example.com/l.jpg' })
  for (const { id } of [second, first])
    expect(await client.call(undoImport, { id })).toMatchObject({ status: 'undone', leftovers: [] })
  expect(await everything()).toEqual(before)
})

test('variants whose options differ only in signs are imported, and importing them again changes nothing', async () => {
  const client = await app.signUp()
  const glasses = [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
    'glasses,Glasses,Strength,+1.50,,9.90',
    'glasses,,,-1.50,,9.90',
  ].join('\n')
  await imported(client, glasses)
  const { items } = await client.call(listProducts, {})
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Glasses - +1.50', 'Glasses - -1.50'])
  expect((await upload(client, glasses)).preview.changes_nothing).toBe(true)
})

test('SKUs that differ only in spaces are a problem, because they look the same', async () => {
  const client = await app.signUp()
  const problemsOf = async (...rows: string[]) =>
    (await upload(client, ['sku,name', ...rows].join('\n'))).preview.problems.map(({ cell, message }) => [
      cell,
      message,
    ])
  expect(await problemsOf('AB  1,Bolt', 'AB 1,Nut', 'AB1,Nail')).toEqual([
    ['A3', 'This SKU differs from the one in row 2 only in spaces. Please correct it.'],
  ])
  await client.call(createProduct, { name: 'Bolt', sku: 'AB 1', price: 1 })
  expect(await problemsOf('ab   1,Bolt')).toEqual([
    ['A2', 'This SKU differs from that of Bolt (AB 1) only in spaces. Please correct it.'],
  ])
  await client.call(createProduct, { name: 'Nut', sku: 'CD  2', price: 1 })
  expect(await problemsOf('CD  2,Nut')).toEqual([])
})

test('HTML of a description is stored as text, never as markup', async () => {
  const client = await app.signUp()
  const body = '"<p onclick=""steal()"">Tea &amp; more<script>alert(1)</script><img src=x onerror=alert(1)></p>"'
  await imported(
    client,
    `Handle,Title,Body (HTML),Option1 Value,Variant SKU,Variant Price\ntea,Tea,${body},Default Title,T-1,4`,
  )
  expect(await productOf(client, 'T-1')).toMatchObject({ description: 'Tea & more' })
})
