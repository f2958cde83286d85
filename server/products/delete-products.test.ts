import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { checkProductDeletions, deleteProducts, restoreProducts } from '../../contract/product-deletions.ts'
import { listProducts, readProduct, readProductSummary } from '../../contract/products.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'
import { times, together } from '../testing/together.ts'

const app = await sharedApp()

async function withProducts() {
  const s = await stocked(app)
  const soldOut = async () => {
    const { id } = await s.product(2)
    await s.me.call(createTransaction, { product_id: id, type: 'out', quantity: 2, reason_code: 'damaged' })
    return id
  }
  return { ...s, soldOut, unused: async () => (await s.product(0)).id }
}

const ordered = (me: Client, ...ids: string[]) =>
  me.call(createSalesOrder, {
    customer_name: 'Around the Horn',
    lines: ids.map((product_id) => ({ product_id, quantity: 1, unit_price: 2 })),
  })

const listed = async (me: Client) => (await me.call(listProducts, {})).items.map(({ id }) => id).toSorted()

test('products without history are deleted and the others archived, and the archived ones can be restored', async () => {
  const { me, soldOut, unused, product } = await withProducts()
  const kept = await product(5)
  const ids = [await unused(), await soldOut(), await unused(), await soldOut()]
  const outcomes = ['deleted', 'archived', 'deleted', 'archived']
  const check = await me.call(checkProductDeletions, { product_ids: ids })
  expect(check.products.map(({ outcome }) => outcome)).toEqual(outcomes)
  expect(await listed(me)).toEqual([...ids, kept.id].toSorted())

  const { products } = await me.call(deleteProducts, { product_ids: ids })
  expect(products).toEqual(ids.map((id, index) => ({ id, outcome: outcomes[index] })))
  expect(await listed(me)).toEqual([kept.id])
  for (const [index, id] of ids.entries())
    if (index % 2) expect((await me.call(readProduct, { id })).archived_at).not.toBeNull()
    else expect((await me.refused(readProduct, { id })).status).toBe(404)
  expect(await me.call(readProductSummary, {})).toMatchObject({ products: 1, archived: 2, units: 5 })
  await expectSound(app)

  const archived = [ids[1]!, ids[3]!]
  expect(await me.call(restoreProducts, { product_ids: [...archived, kept.id] })).toEqual({ restored: 2 })
  expect(await listed(me)).toEqual([...archived, kept.id].toSorted())
  expect(await me.call(restoreProducts, { product_ids: archived })).toEqual({ restored: 0 })
  expect((await me.refused(restoreProducts, { product_ids: [ids[0]!] })).code).toBe('not_found')
  await expectSound(app)
})

test('before anything is deleted, each product that can’t be has its reason', async () => {
  const { me, soldOut, unused, product } = await withProducts()
  const [full, free, gone, archived] = [await product(3), await unused(), newId(), await soldOut()]
  await me.call(deleteProduct, { id: archived })
  await ordered(me, full.id)
  const ids = [full.id, free, gone, archived]
  const { products } = await me.call(checkProductDeletions, { product_ids: ids })
  expect(products).toMatchObject([
    {
      id: full.id,
      name: full.name,
      outcome: null,
      refusal: {
        code: 'product_not_empty',
        details: { on_hand: 3, held: 0, in_transit: 0, incoming: 0, documents: 1, drafts: 0 },
      },
    },
    { id: free, outcome: 'deleted', refusal: null },
    { id: gone, name: null, outcome: null, refusal: { code: 'not_found' } },
    { id: archived, outcome: null, refusal: { code: 'product_archived' } },
  ])
  const alone = await me.refused(deleteProduct, { id: full.id })
  expect(products[0]?.refusal?.message).toBe(alone.message)
})

test('one product that can’t be deleted keeps all of them, and the refusal names it', async () => {
  const { me, soldOut, unused, product } = await withProducts()
  const [full, free, archived] = [await product(3), await unused(), await soldOut()]
  const refused = (...product_ids: string[]) => me.refused(deleteProducts, { product_ids })
  expect(await refused(free, full.id)).toMatchObject({
    status: 409,
    code: 'product_not_empty',
    message: `${full.name} still has 3 on hand, so nothing was deleted.`,
    details: { product: full.name, on_hand: 3 },
  })
  await me.call(deleteProduct, { id: archived })
  expect(await refused(free, archived)).toMatchObject({
    code: 'product_archived',
    message: 'Product 3 is already archived, so nothing was deleted.',
  })
  expect(await refused(free, newId())).toMatchObject({
    status: 404,
    code: 'not_found',
    fields: { 'product_ids.1': 'One of these products no longer exists, so nothing was deleted' },
  })
  expect(await refused(free, free)).toMatchObject({ fields: { product_ids: 'Name each product only once' } })
  expect(await refused()).toMatchObject({ fields: { product_ids: 'Choose at least one product' } })
  expect(await refused(...times(limits.productsDeletedAtOnce + 1, newId))).toMatchObject({
    fields: { product_ids: 'At most 1,000 products can be deleted at once' },
  })
  expect(await listed(me)).toEqual([full.id, free].toSorted())
})

test('another organization’s products, viewers and members limited to some locations are refused', async () => {
  const { me, unused, main } = await withProducts()
  const product_ids = [await unused()]
  const other = await app.signUp()
  expect(await other.refused(deleteProducts, { product_ids })).toMatchObject({ code: 'not_found' })
  expect(await other.refused(restoreProducts, { product_ids })).toMatchObject({ code: 'not_found' })
  const { products } = await other.call(checkProductDeletions, { product_ids })
  expect(products).toMatchObject([{ name: null, refusal: { code: 'not_found' } }])
  const [viewer, limited] = [await limitedMember(app, me, null, 'viewer'), await limitedMember(app, me, [main])]
  for (const endpoint of [checkProductDeletions, deleteProducts, restoreProducts])
    for (const member of [viewer, limited])
      expect(await member.refused(endpoint, { product_ids })).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await listed(me)).toEqual(product_ids)
})

test('orders placed while their products are deleted: an order and the deletion of its products never both succeed', async () => {
  const { me, soldOut, unused } = await withProducts()
  const groups: string[][] = []
  for (const group of times(6, (index) => index)) {
    groups[group] = []
    for (const index of times(4, (one) => one)) groups[group].push(await (index % 2 ? soldOut() : unused()))
  }
  const attempts = groups.flatMap((ids, group) => [
    () => ordered(me, ...ids.toReversed()).then(() => `ordered ${group}`),
    () => me.call(deleteProducts, { product_ids: ids }).then(() => `deleted ${group}`),
    () => me.call(deleteProducts, { product_ids: ids.toReversed() }).then(() => `deleted ${group}`),
  ])
  const { done, refused } = await together(attempts.toSorted(() => Math.random() - 0.5))
  expect(done.map((text) => Number(text.split(' ')[1])).toSorted((one, other) => one - other)).toEqual([
    0, 1, 2, 3, 4, 5,
  ])
  for (const code of refused) expect(['not_found', 'product_archived', 'product_not_empty']).toContain(code)
  await expectSound(app)
})
