import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { createLocation, listLocations } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/transfers.ts'
import { testApp } from '../testing/app.ts'

const app = await testApp()

test('what somebody makes carries their id and their organisation; neither can be given in the body', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const { id: from_location_id } = (await me.call(listLocations, {})).items[0] ?? { id: '' }
  const category = await me.call(createCategory, { name: 'Beverages', color: '#3B82F6' })
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const product = await me.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 5 })
  const move = { product_id: product.id, from_location_id, to_location_id: shop.id, quantity: 1 }
  const transfer = await me.call(createTransfer, move)
  const entry = { product_id: product.id, type: 'in' as const, quantity: 1, reason_code: 'transfer_in' as const }
  const { posting_id } = await me.call(createTransaction, entry)
  const made = { categories: category, suppliers: supplier, locations: shop, products: product }
  const ids = { ...made, location_transfers: transfer, stock_postings: { id: posting_id } }
  for (const [table, { id }] of Object.entries(ids)) {
    const { rows } = await app.admin.query(`select org_id, user_id from ${table} where id = $1`, [id])
    expect([table, rows]).toEqual([table, [{ org_id: me.org_id, user_id: me.user_id }]])
  }
  for (const field of ['user_id', 'org_id'] as const) {
    const foreign = { [field]: other[field] }
    expect(await me.refused(createSupplier, { name: 'Theirs', ...foreign })).toMatchObject({
      status: 422,
      fields: { [field]: 'This field is not known here' },
    })
  }
})
