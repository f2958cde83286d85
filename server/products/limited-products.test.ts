import { expect, test } from 'vitest'
import { listLocations } from '../../contract/locations.ts'
import { createProduct, type Product, updateProduct } from '../../contract/products.ts'
import { testApp } from '../testing/app.ts'
import { countReads } from '../testing/count-reads.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { ownerOf } from '../testing/owner-of.ts'
import { stocked } from '../testing/stocked.ts'
import { productById } from './queries.ts'

const app = await testApp()

/** A company with two locations, and a member limited to the shop floor. */
async function withSeller() {
  const s = await stocked(app)
  const seller = await limitedMember(app, s.me, [s.shop])
  const changed = ({ id, version, name, sku, location }: Product, change: { price: number; location?: string }) => ({
    id,
    version,
    name,
    sku,
    location,
    ...change,
  })
  return { ...s, seller, changed }
}

test('a limited member’s product page reads no movements and no closed order lines', async () => {
  const { me, shop, product } = await withSeller()
  const { id } = await product(5)
  await app.admin.query(
    `insert into stock_demands (org_id, document_line_id, document_kind, document_id, product_id, wanted, fulfilled, placed_at)
     select $1, gen_random_uuid(), 'sales_order', gen_random_uuid(), $2, 1, 1, now() from generate_series(1, 500)`,
    [me.org_id, id],
  )
  await app.admin.query('vacuum analyze stock_demands')
  const actor = { ...ownerOf(me), location_ids: [shop] }
  const { answer, scanned, entries } = await app.db.transaction(
    { org_id: me.org_id, user_id: me.user_id },
    async (tx) => {
      await tx.useLocations([shop])
      return countReads(tx, ['stock_movements', 'stock_demands'], () => productById(tx, actor, id))
    },
  )
  expect(answer).toMatchObject({ stock: { on_hand: 0, backordered: 0 } })
  // Whether any order named the product: the first line that is found decides.
  expect(scanned + entries).toBeLessThan(10)
})

const beside = (location: string) => ({ status: 404, code: 'not_found', fields: { location } })
const refused = beside('Choose one of your locations')

test.each(['Shop floor', 'Main Warehouse', undefined])(
  'a limited member saves a product whose location (%s) is unchanged',
  async (location) => {
    const { product, seller, changed } = await withSeller()
    const before = await product(0, location ? { location } : {})
    expect(await seller.call(updateProduct, changed(before, { price: 7 }))).toMatchObject({
      price: 7,
      location: location ?? null,
    })
  },
)

test('a limited member names one of their own locations for a product', async () => {
  const { product, seller, changed } = await withSeller()
  const own = { location: 'shop FLOOR' }
  const saved = await seller.call(updateProduct, changed(await product(0), { price: 7, ...own }))
  expect(saved).toMatchObject({ location: 'Shop floor' })
  expect(await seller.call(createProduct, { name: 'New', sku: 'NEW', price: 1, ...own })).toMatchObject({
    location: 'Shop floor',
  })
})

test('a new location and one of others are refused alike beside the field, and none is created', async () => {
  const { me, product, seller, changed } = await withSeller()
  const before = await product(0)
  for (const location of ['Attic', 'Main Warehouse']) {
    expect(await seller.refused(updateProduct, changed(before, { price: 7, location }))).toMatchObject(refused)
    const added = { name: 'New', sku: 'NEW', price: 1, location }
    expect(await seller.refused(createProduct, added)).toMatchObject(refused)
  }
  expect((await me.call(listLocations, {})).items.map(({ name }) => name)).toEqual(['Main Warehouse', 'Shop floor'])
})
