import { expect, test } from 'vitest'
import { createProduct, listProducts, readProduct, updateProduct } from '../../contract/products.ts'
import { deleteProduct, readProductDeletion, restoreProduct } from '../../contract/product-deletion.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { sharedApp, type Client } from '../testing/app.ts'

const app = await sharedApp()
const chang = { name: 'Chang', sku: 'NW-002', price: 19 }

/** A product that had stock once and has none now. */
async function soldOut(client: Client, product = chang) {
  const { id, version } = await client.call(createProduct, { ...product, stock_quantity: 2 })
  return client.call(updateProduct, { ...product, id, version, stock_quantity: { from: 2, to: 0 } })
}

test('a product without history is deleted, and its SKU can be used again', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createProduct, { ...chang, min_stock_level: 5 })
  expect(await me.call(deleteProduct, { id })).toEqual({ id, outcome: 'deleted' })
  expect((await me.refused(readProduct, { id })).status).toBe(404)
  await expect(me.call(createProduct, chang)).resolves.toMatchObject({ sku: 'NW-002' })
})

test('a product with history is archived: it leaves the list but keeps its SKU, page and movements', async () => {
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

test('a product with stock is refused, with the numbers', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createProduct, { ...chang, stock_quantity: 17 })
  expect(await me.refused(deleteProduct, { id })).toMatchObject({
    status: 409,
    code: 'product_not_empty',
    message: 'This product still has 17 on hand. Write off the stock and archive the product, or bring it to 0 first.',
    details: { product: 'Chang', on_hand: 17, held: 0, in_transit: 0, incoming: 0, documents: 0, drafts: 0 },
  })
})

test('what prevents deletion is shown before confirmation: the same refusal, and the first open documents, oldest first', async () => {
  const me = await app.signUp()
  const { id } = await me.call(createProduct, { ...chang, stock_quantity: 3 })
  const free = await me.call(createProduct, { name: 'Ghost', sku: 'G-1', price: 1 })
  expect(await me.call(readProductDeletion, { id: free.id })).toMatchObject({ refusal: null, documents: [] })
  const orders = []
  for (const quantity of [2, 2, 1, 1, 1, 1]) {
    const lines = [{ product_id: id, quantity, unit_price: 19 }]
    orders.push(await me.call(createSalesOrder, { customer_name: 'Around the Horn', lines }))
  }
  const { refusal, documents } = await me.call(readProductDeletion, { id })
  const { code, message, details } = await me.refused(deleteProduct, { id })
  expect(refusal).toEqual({ code, message, details })
  expect(message).toBe(
    'This product still has 3 on hand, 6 open documents. Bring these to 0 before you delete the product.',
  )
  expect(documents).toEqual(
    orders.slice(0, 5).map((order) => ({ kind: 'sales_order', id: order.id, number: order.order_number })),
  )
  const gone = await soldOut(me, { ...chang, sku: 'NW-003' })
  await me.call(deleteProduct, { id: gone.id })
  expect((await me.call(readProductDeletion, { id: gone.id })).refusal?.code).toBe('product_archived')
})

test("a product of another organization isn't found", async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const { id } = await other.call(createProduct, chang)
  for (const endpoint of [deleteProduct, restoreProduct, readProductDeletion])
    expect((await me.refused(endpoint, { id })).status).toBe(404)
})
