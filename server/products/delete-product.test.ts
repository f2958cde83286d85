import { expect, test } from 'vitest'
import {
  createProduct,
  deleteProduct,
  listProducts,
  readProduct,
  restoreProduct,
  updateProduct,
} from '../../contract/products.ts'
import { testApp, type Client } from '../testing/app.ts'

const app = await testApp()
const chang = { name: 'Chang', sku: 'NW-002', price: 19 }

/** A product that had stock once and has none now. */
async function soldOut(client: Client) {
  const { id, version } = await client.call(createProduct, { ...chang, stock_quantity: 2 })
  return client.call(updateProduct, { ...chang, id, version, stock_quantity: { from: 2, to: 0 } })
}

test('a product without history is deleted, and its SKU is free again', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createProduct, { ...chang, min_stock_level: 5 })
  expect(await me.call(deleteProduct, { id })).toEqual({ id, outcome: 'deleted' })
  expect((await me.refused(readProduct, { id })).status).toBe(404)
  await expect(me.call(createProduct, chang)).resolves.toMatchObject({ sku: 'NW-002' })
})

test('a product with history is archived: out of the list, its SKU taken, its page and movements there', async () => {
  const me = await app.signUp()
  const { id } = await soldOut(me)
  expect(await me.call(deleteProduct, { id })).toEqual({ id, outcome: 'archived' })
  expect((await me.call(listProducts, {})).items).toEqual([])
  expect((await me.call(listProducts, { archived: 'true' })).items).toMatchObject([
    { id, stock: { is_low: false, is_out: false } },
  ])
  expect((await me.call(readProduct, { id })).archived_at).not.toBeNull()
  expect((await me.refused(createProduct, chang)).code).toBe('sku_taken')
  expect((await me.refused(deleteProduct, { id })).code).toBe('product_archived')
  expect((await me.refused(updateProduct, { ...chang, id, version: 2 })).code).toBe('product_archived')
})

test('a restored product is back in the list; restoring it again changes nothing', async () => {
  const me = await app.signUp()
  const { id } = await soldOut(me)
  await me.call(deleteProduct, { id })
  const restored = await me.call(restoreProduct, { id })
  expect(restored.archived_at).toBeNull()
  expect(await me.call(restoreProduct, { id })).toEqual(restored)
  expect((await me.call(listProducts, {})).items).toHaveLength(1)
})

test('a product that holds stock is refused, with the numbers', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createProduct, { ...chang, stock_quantity: 17 })
  expect(await me.refused(deleteProduct, { id })).toMatchObject({
    status: 409,
    code: 'product_not_empty',
    message: 'This product still has 17 on hand. Bring that to 0 before you delete it.',
    details: { product: 'Chang', on_hand: 17, held: 0, in_transit: 0, incoming: 0, documents: 0, drafts: 0 },
  })
})

test('a product of somebody else answers as one that is not there', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const { id } = await other.call(createProduct, chang)
  expect((await me.refused(deleteProduct, { id })).status).toBe(404)
  expect((await me.refused(restoreProduct, { id })).status).toBe(404)
})
