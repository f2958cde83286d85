import { expect, test } from 'vitest'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { productCodes } from '../../contract/product-codes.ts'
import { createProduct, listProducts, listProductsByCode, readProduct, updateProduct } from '../../contract/products.ts'
import { deleteProduct, restoreProduct } from '../../contract/product-deletion.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { search } from '../../contract/search.ts'
import { sharedApp } from '../testing/app.ts'

const app = await sharedApp()
const tea = { name: 'Green tea', sku: 'TEA-1', price: 4, barcode: '4006381333931' }
const taken = { code: 'barcode_taken', fields: { barcode: productCodes.barcode.sentence } }

test('a barcode is saved, changed and removed, and a save without it leaves it unchanged', async () => {
  const me = await app.signUp()
  const made = await me.call(createProduct, { ...tea, barcode: ' 4006381333931 ' })
  expect(made.barcode).toBe('4006381333931')
  const { barcode: _barcode, ...unnamed } = tea
  const renamed = await me.call(updateProduct, { ...unnamed, id: made.id, version: made.version, name: 'Sencha' })
  expect(renamed).toMatchObject({ name: 'Sencha', barcode: '4006381333931' })
  const other = await me.call(updateProduct, { ...tea, id: made.id, version: renamed.version, barcode: 'GS1-17' })
  expect(other.barcode).toBe('GS1-17')
  await me.call(updateProduct, { ...tea, id: made.id, version: other.version, barcode: '' })
  expect((await me.call(readProduct, { id: made.id })).barcode).toBeNull()
  const trail = await me.call(listAuditTrail, {})
  expect(trail.items.map(({ summary }) => summary)).toContain('Updated barcode')
})

test('two products of an organization never share a barcode, many have none, and another organization may have the same', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const made = await me.call(createProduct, tea)
  await other.call(createProduct, tea)
  const black = await me.call(createProduct, { name: 'Black tea', sku: 'TEA-2', price: 4 })
  await me.call(createProduct, { name: 'White tea', sku: 'TEA-3', price: 4, barcode: '' })
  expect(await me.refused(createProduct, { ...tea, sku: 'TEA-4' })).toMatchObject(taken)
  const { id, version } = black
  const save = { id, version, name: 'Black tea', sku: 'TEA-2', price: 4, barcode: tea.barcode }
  expect(await me.refused(updateProduct, save)).toMatchObject(taken)
  expect((await me.refused(createProduct, { ...tea, sku: 'TEA-5', barcode: '1'.repeat(101) })).fields).toHaveProperty(
    'barcode',
  )
  expect((await me.call(readProduct, { id: made.id })).barcode).toBe(tea.barcode)
})

test('the SKU or barcode of an archived product is refused with that reason, and stays the product’s own', async () => {
  const me = await app.signUp()
  const made = await me.call(createProduct, tea)
  await me.call(createTransaction, { product_id: made.id, type: 'in', quantity: 1, reason_code: 'customer_return' })
  await me.call(createTransaction, { product_id: made.id, type: 'out', quantity: 1, reason_code: 'damaged' })
  await me.call(deleteProduct, { id: made.id })
  expect(await me.refused(createProduct, { ...tea, sku: 'tea-1' })).toMatchObject({
    code: 'sku_taken',
    fields: { sku: 'An archived product has this SKU. Restore it or use another SKU.' },
  })
  const archivedBarcode = {
    code: 'barcode_taken',
    fields: { barcode: 'An archived product has this barcode. Restore it or use another barcode.' },
  }
  expect(await me.refused(createProduct, { ...tea, sku: 'TEA-2' })).toMatchObject(archivedBarcode)
  const { id, version } = await me.call(createProduct, { name: 'Black tea', sku: 'TEA-2', price: 4 })
  expect(await me.refused(updateProduct, { ...tea, id, version, sku: 'TEA-2' })).toMatchObject(archivedBarcode)
  await me.call(restoreProduct, { id: made.id })
  expect(await me.refused(createProduct, { ...tea, sku: 'TEA-3' })).toMatchObject(taken)
  const { version: current } = await me.call(readProduct, { id: made.id })
  await me.call(updateProduct, { ...tea, id: made.id, version: current, name: 'Sencha' })
})

test('when several products are created with one barcode, one succeeds and the others are refused beside the field', async () => {
  const me = await app.signUp()
  const skus = ['A', 'B', 'C', 'D', 'E', 'F']
  const answers = await Promise.allSettled(skus.map((sku) => me.call(createProduct, { ...tea, sku })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason.body.error).toMatchObject(taken)
})

test('a barcode or its beginning finds its product in the list and in the global search, ignoring case', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createProduct, { ...tea, barcode: 'Ab-4006381' })
  await me.call(createProduct, { name: 'Coffee', sku: 'COF-1', price: 9, barcode: '5000159407236' })
  for (const text of ['ab-4006381', 'AB-40']) {
    expect((await me.call(listProducts, { search: text })).items.map((product) => product.id)).toEqual([id])
    const { items } = await me.call(search, { text })
    expect(items.map((hit) => [hit.id, hit.fit])).toEqual([[id, text === 'AB-40' ? 'beginning' : 'whole']])
  }
})

test('a scanned code finds the product with that barcode, then those with an equal one, then the SKU', async () => {
  const me = await app.signUp()
  const product = (sku: string, barcode: string | null) =>
    me.call(createProduct, { name: `P ${sku}`, sku, price: 1, barcode })
  await product('A', '036000291452')
  await product('B', 'Ab-1')
  await product('ab-1', '04252614')
  await product('0036000291452', null)
  const found = async (code: string) => (await me.call(listProductsByCode, { code })).items.map(({ sku }) => sku)
  expect(await found('036000291452')).toEqual(['A'])
  expect(await found(' 0036000291452 ')).toEqual(['A', '0036000291452'])
  expect(await found('042100005264')).toEqual(['ab-1'])
  expect(await found('Ab-1')).toEqual(['B', 'ab-1'])
  expect(await found('AB-1')).toEqual(['ab-1'])
  expect(await found('36000291452')).toEqual([])
  await product('C', '0036000291452')
  expect(await found('0036000291452')).toEqual(['C', 'A', '0036000291452'])
  expect(await (await app.signUp()).call(listProductsByCode, { code: 'A' })).toEqual({ items: [] })
  expect(await me.refused(listProductsByCode, { code: '' })).toMatchObject({ code: 'invalid_input' })
})

test('an archived product isn’t found by its code', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createProduct, tea)
  await me.call(createTransaction, { product_id: id, type: 'in', quantity: 1, reason_code: 'customer_return' })
  await me.call(createTransaction, { product_id: id, type: 'out', quantity: 1, reason_code: 'damaged' })
  await me.call(deleteProduct, { id })
  for (const code of [tea.barcode, tea.sku]) expect((await me.call(listProductsByCode, { code })).items).toEqual([])
})
