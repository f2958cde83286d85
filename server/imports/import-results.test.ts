import { expect, test } from 'vitest'
import { previewImportFile } from '../../contract/import-files.ts'
import { createImport, listImportChanges, readImport, readImportProgress, undoImport } from '../../contract/imports.ts'
import { listCategories } from '../../contract/categories.ts'
import { createProduct, readProduct } from '../../contract/products.ts'
import { sharedApp } from '../testing/app.ts'
import { importSheetsOf, upload } from './testing/imported.ts'
import { importSheets } from './testing/workbooks.ts'

const app = await sharedApp()

/** `count` products at a price. */
const products = (count: number, price: number) =>
  importSheets({
    products: Array.from({ length: count }, (_, n) => [
      `Bolt ${n}`,
      `B-${n}`,
      null,
      'Small parts',
      price,
      null,
      10,
      null,
      null,
      null,
    ]),
    categories: [['Small parts', 'Held in trays', '#10B981']],
    transactions: [['B-1', 'in', 40, 'first delivery', 'completed', 'USD']],
  })

test('an import shows later what it added, with the counts that were checked beside those that were written', async () => {
  const client = await app.signUp()
  const file = await upload(client, products(3, 2))
  const id = file.id
  await client.call(createImport, { id, import_file_id: id })
  const result = await client.call(readImport, { id })
  expect(result).toMatchObject({
    id,
    file_name: 'goods.xlsx',
    size_bytes: file.size_bytes,
    change_count: 0,
    changes: [],
  })
  expect(result.checked_counts).toEqual(file.preview.counts)
  expect(result.counts).toEqual(file.preview.counts)
  expect(result.products.map(({ sku, on_hand }) => [sku, on_hand])).toEqual([
    ['B-0', 10],
    ['B-1', 50],
    ['B-2', 10],
  ])
  for (const { id: product, sku } of result.products)
    expect(await client.call(readProduct, { id: product })).toMatchObject({ sku })

  await client.call(undoImport, { id })
  const undone = await client.call(readImport, { id })
  expect([undone.counts, undone.products]).toEqual([result.counts, result.products])
})

test('an undone import counts the records that are gone, without those that stayed because they are in use', async () => {
  const client = await app.signUp()
  const { id } = await importSheetsOf(client, products(3, 2))
  expect(await client.call(readImport, { id })).toMatchObject({
    counts: { products: { created: 3 }, categories: { created: 1 } },
    removed_count: 0,
  })
  const [category] = (await client.call(listCategories, {})).items
  await client.call(createProduct, { name: 'Ours', sku: 'O-1', price: 1, category_id: category!.id })
  await client.call(undoImport, { id })
  expect(await client.call(readImport, { id })).toMatchObject({ status: 'undone', leftovers: [], removed_count: 3 })
})

test('every changed record of an import can be read later, page by page, with its fields before and after', async () => {
  const client = await app.signUp()
  await importSheetsOf(client, products(250, 2))
  const { id } = await importSheetsOf(client, products(250, 3))
  const result = await client.call(readImport, { id })
  expect([result.change_count, result.changes.length]).toEqual([250, 200])
  expect(result.changes[0]).toMatchObject({ sku: 'B-0', fields: [{ field: 'price', from: 2, to: 3 }] })
  const first = await client.call(listImportChanges, { id, limit: 150 })
  const rest = await client.call(listImportChanges, { id, limit: 150, cursor: first.next ?? '' })
  expect([...first.items, ...rest.items].map(({ sku }) => sku)).toEqual(Array.from({ length: 250 }, (_, n) => `B-${n}`))
  expect([first.items.slice(0, 3), rest.next]).toEqual([result.changes.slice(0, 3), null])
})

test('the changes and the result of an import are hidden from other organizations', async () => {
  const client = await app.signUp()
  const { id } = await importSheetsOf(client, products(2, 2))
  const other = await app.signUp()
  for (const read of [readImport, listImportChanges, readImportProgress])
    await expect(other.call(read, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a file that waits says so under its id, and is previewed again as it was last', async () => {
  const client = await app.signUp()
  await importSheetsOf(client, products(2, 2))
  const sheets = products(2, 2)
  sheets['Products']?.splice(1, 1, ['Bolt 0', 'B-0', null, 'Small parts', 2, null, 25, null, null, null])
  const { id } = await upload(client, sheets)
  expect(await client.call(readImportProgress, { id })).toEqual({ phase: 'waiting', done: 0, total: 0 })
  await client.call(previewImportFile, { id, set_stock: true })
  const again = await client.call(previewImportFile, { id })
  expect(again.preview).toMatchObject({ set_stock: true, counts: { products: { stock_set: 1 } } })
  await client.call(createImport, { id, import_file_id: id })
  expect(await client.call(readImportProgress, { id })).toEqual({ phase: 'finished', done: 0, total: 0 })
  expect((await client.call(readImport, { id })).checked_counts).toEqual(again.preview.counts)
})

test('rows sent as JSON were not previewed: nothing stands beside what was written', async () => {
  const client = await app.signUp()
  const answer = await client.call(createImport, {
    products: [{ name: 'Bolt', sku: 'B-1' }],
    categories: [],
    transactions: [],
  })
  if (!('id' in answer)) throw new Error('nothing was imported')
  expect(await client.call(readImport, { id: answer.id })).toMatchObject({
    file_name: null,
    size_bytes: null,
    checked_counts: null,
    counts: { products: { created: 1 } },
    products: [{ sku: 'B-1' }],
  })
})
