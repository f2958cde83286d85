import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createProduct, listProducts, listProductsByCode, updateProduct } from '../../contract/products.ts'
import { search } from '../../contract/search.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'

const app = await sharedApp()
const gs = '\u001d'

async function company() {
  const me = await app.signUp()
  const product = (sku: string, barcode: string | null, more: object = {}) =>
    me.call(createProduct, { name: `P ${sku}`, sku, price: 1, barcode, ...more })
  const listed = async (text: string, more: Partial<InputOf<typeof listProducts>> = {}) =>
    (await me.call(listProducts, { search: text, ...more })).items.map(({ sku }) => sku)
  const found = async (text: string) =>
    (await me.call(search, { text })).items.filter(({ kind }) => kind === 'product').map(({ note, fit }) => [note, fit])
  const byCode = async (code: string) => (await me.call(listProductsByCode, { code })).items.map(({ sku }) => sku)
  return { me, product, listed, found, byCode }
}

test.each([
  ['UPC-A', '036000291452', '0036000291452'],
  ['EAN-13', '0036000291452', '036000291452'],
  ['UPC-E', '04252614', '042100005264'],
  ['UPC-A', '042100005264', '04252614'],
  ['GTIN-14', '04006381333931', '4006381333931'],
  ['a GS1 element string', `]d201040063813339311727063010L-1${gs}3012`, '4006381333931'],
  ['a GS1 code as printed', '(01)04006381333931(10)L-1', '4006381333931'],
  ['a GS1 link', 'https://id.gs1.org/01/04006381333931/10/L-1', '4006381333931'],
])('%s %j finds the product with the barcode %s in list, search and by code', async (_form, text, barcode) => {
  const { product, listed, found, byCode } = await company()
  await product('A', barcode)
  await product('B', '5000159407236')
  expect(await listed(text)).toEqual(['A'])
  expect(await found(text)).toEqual([['A', 'whole']])
  expect(await byCode(text)).toEqual(['A'])
})

test('the product with exactly the typed code comes first, then equal barcodes, then what only contains the text', async () => {
  const { me, product, listed, found } = await company()
  await product('B', '036000291452', { name: 'Beans' })
  await product('A', '0036000291452', { name: 'Zucchini' })
  await product('C', null, { name: 'Apples', description: 'Replaces 0036000291452' })
  expect(await listed('0036000291452')).toEqual(['A', 'B', 'C'])
  expect(await found('0036000291452')).toEqual([
    ['A', 'whole'],
    ['B', 'whole'],
  ])
  expect(await listed('0036000291452', { sort: 'name' })).toEqual(['C', 'B', 'A'])
  expect(await listed('0036000291452', { sort: '-sku' })).toEqual(['C', 'B', 'A'])
  const first = await me.call(listProducts, { search: '0036000291452', limit: 1 })
  const second = await me.call(listProducts, { search: '0036000291452', limit: 1, cursor: first.next ?? '' })
  expect([first.count, second.items.map(({ sku }) => sku)]).toEqual([{ products: 3, is_exact: true }, ['B']])
  expect(await listed('0036000291452', { search_in: 'name_and_sku' })).toEqual([])
})

test('an equal barcode is found under the other filters too, and only where they let it pass', async () => {
  const { me, product, listed } = await company()
  const { id: category_id } = await me.call(createCategory, { name: 'Tools', color: '#3b82f6' })
  const { id } = await product('A', '036000291452', { category_id, min_stock_level: 2 })
  expect(await listed('0036000291452', { category_id, stock: 'out' })).toEqual(['A'])
  expect(await listed('0036000291452', { category_id: 'none' })).toEqual([])
  expect(await listed('0036000291452', { stock: 'to_reorder' })).toEqual(['A'])
  expect(await listed('0036000291452', { archived: 'true' })).toEqual([])
  await me.call(createTransaction, { product_id: id, type: 'in', quantity: 1, reason_code: 'customer_return' })
  await me.call(createTransaction, { product_id: id, type: 'out', quantity: 1, reason_code: 'damaged' })
  expect(await listed('0036000291452', { as_of: '2000-01-01' })).toEqual(['A'])
  await me.call(deleteProduct, { id })
  expect(await listed('0036000291452')).toEqual([])
  expect(await listed('0036000291452', { archived: 'true' })).toEqual(['A'])
  expect(await listed('0036000291452', { as_of: '2000-01-01' })).toEqual(['A'])
})

test('a barcode that is a GS1 element string itself comes before the product that it describes', async () => {
  const { me, product, byCode, listed } = await company()
  const { id, version } = await product('A', '4006381333931')
  await product('B', '0104006381333931')
  expect(await byCode('0104006381333931')).toEqual(['B', 'A'])
  expect(await listed('0104006381333931')).toEqual(['B', 'A'])
  await me.call(updateProduct, { id, version, name: 'P A', sku: 'A', price: 1, barcode: '' })
  expect(await byCode('0104006381333931')).toEqual(['B'])
})

test('another organization’s barcodes aren’t found, and a number with a wrong check digit equals only itself', async () => {
  const [mine, theirs] = [await company(), await company()]
  await theirs.product('A', '036000291452')
  for (const find of [mine.listed, mine.found, mine.byCode]) expect(await find('0036000291452')).toEqual([])
  await mine.product('B', '36000291453')
  expect(await mine.listed('0036000291453')).toEqual([])
})
