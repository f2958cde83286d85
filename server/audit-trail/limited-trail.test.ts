import { expect, test } from 'vitest'
import { countAuditTrail, listAuditTrail, readRecordHistory } from '../../contract/audit-trail.ts'
import { createLocation, listLocations } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { sharedApp } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

test('a limited member sees no row, figure or balance of other locations in lists, counts, histories and files', async () => {
  const owner = await app.signUp()
  const main = (await owner.call(listLocations, {})).items[0]?.id ?? ''
  const store = await owner.call(createLocation, { name: 'Secret store' })
  const shop = await owner.call(createLocation, { name: 'Open shop' })
  const product = await owner.call(createProduct, { name: 'Chai', sku: 'C', price: 1 })
  const move = async (location_id: string, quantity: number) =>
    owner.call(createTransaction, {
      product_id: product.id,
      type: 'in',
      quantity,
      reason_code: 'purchase_order',
      location_id,
    })
  await move(store.id, 77)
  await move(main, 5)
  const transfer = { product_id: product.id, quantity: 33, from_location_id: store.id, to_location_id: shop.id }
  await owner.call(createTransfer, transfer)
  const limited = await limitedMember(app, owner, [main])

  const seen = await limited.call(listAuditTrail, { limit: 200 })
  const text = JSON.stringify(seen.items.map(({ item_name, summary, changes }) => [item_name, summary, changes]))
  expect(text).toContain('Stock +5')
  // Not counting letters and digits within an address or a timestamp.
  for (const secret of ['77', '33', 'Secret store', 'Open shop', '44'])
    expect([secret, new RegExp(`(?<![\\w:.-])${secret}(?![\\w:.-])`).test(text)]).toEqual([secret, false])
  expect((await limited.call(countAuditTrail, {})).count).toBe(seen.items.length)
  for (const filter of [
    { type: 'stock_changes' },
    { search: 'chai', action: 'updated' },
    { user_id: owner.user_id, type: 'stock_changes' },
  ] as const) {
    const { items } = await limited.call(listAuditTrail, filter)
    expect(items.map(({ summary }) => summary)).toEqual(['Stock +5'])
    expect((await limited.call(countAuditTrail, filter)).count).toBe(1)
  }
  for (const search of ['secret', 'open shop']) {
    expect((await limited.call(listAuditTrail, { search })).items).toEqual([])
    expect((await owner.call(listAuditTrail, { search })).items.length).toBeGreaterThan(0)
  }
  expect((await limited.call(listAuditTrail, { type: 'transfers' })).items).toEqual([])
  expect(
    (await limited.call(readRecordHistory, { record_id: product.id })).items.map(({ summary }) => summary),
  ).toEqual(['Stock +5', 'Created product'])
  expect((await limited.call(readRecordHistory, { record_id: store.id })).items).toEqual([])
  const file = await (await limited.fetch('/api/v1/audit-trail/file')).text()
  expect(file).toContain('Stock +5')
  for (const secret of ['Stock +77', 'Secret store', 'Open shop']) expect(file).not.toContain(secret)
})

test('the lines of a draft disappear with their order once it is placed for another location', async () => {
  const { me: owner, shop, product } = await stocked(app)
  const { id: product_id } = await product(0)
  const supplier = await owner.call(createSupplier, { name: 'Exotic Liquids' })
  const order = (location_id: string | null, quantity: number) =>
    owner.call(createPurchaseOrder, {
      supplier_id: supplier.id,
      lines: [{ product_id, quantity, unit_price: 2, location_id }],
    })
  const [elsewhere, here] = [await order(null, 4177), await order(shop, 4199)]
  const limited = await limitedMember(app, owner, [shop])
  const seen = async () => {
    const { items } = await limited.call(listAuditTrail, { limit: 200 })
    // Ids are left out: the digits of a quantity can occur in one by chance.
    const list = JSON.stringify(items.map(({ summary, changes }) => [summary, changes]))
    const file = await (await limited.fetch('/api/v1/audit-trail/file')).text()
    return ['4177', '4199'].map((quantity) => [list.includes(quantity), file.includes(quantity)])
  }
  const [yes, no] = [
    [true, true],
    [false, false],
  ]
  expect(await seen()).toEqual([yes, yes])
  for (const { id, version } of [elsewhere, here]) await owner.call(payPurchaseOrder, { id, version })
  expect(await seen()).toEqual([no, yes])
})
