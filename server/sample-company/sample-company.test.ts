import { expect, test } from 'vitest'
import { readDashboard } from '../../contract/dashboard.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { listPurchaseOrders } from '../../contract/purchase-orders.ts'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { listTransfers } from '../../contract/transfers.ts'
import { violatedInvariants } from '../stock/invariants.ts'
import { testApp } from '../testing/app.ts'
import { goods } from './goods.ts'
import { storyOf } from './movements.ts'

const app = await testApp()

test('an empty organisation gets a small company whose every unit is accounted for', async () => {
  const client = await app.signUp()
  const made = await client.call(createSampleCompany, {})
  expect(made).toMatchObject({ products: goods.length, categories: 6, locations: 3, suppliers: 6 })
  const { items } = await client.call(listProducts, { limit: 100 })
  expect(items).toHaveLength(goods.length)
  // What receipts and parcels of its orders brought and took, beside the story of each good.
  const traded: Record<string, number> = {
    'LUB-DRY': 20,
    'CLN-1L': 10,
    'TIR-700-32': -4,
    'TUB-700-N': -8,
    'PAD-R1': -6,
    'LCK-U': -2,
  }
  for (const [position, good] of goods.entries()) {
    const expected = storyOf(good, position).reduce(
      (sum, { type, quantity }) => sum + (type === 'in' ? quantity : -quantity),
      traded[good.sku] ?? 0,
    )
    expect(items.find(({ sku }) => sku === good.sku)?.stock.on_hand).toBeCloseTo(expected, 6)
  }
  expect((await client.call(listTransfers, {})).items).toHaveLength(4)
  const bought = (await client.call(listPurchaseOrders, { sort: 'created_at' })).items
  expect(bought.map(({ status }) => status)).toEqual(['draft', 'ordered', 'partial'])
  const sold = (await client.call(listSalesOrders, { sort: 'order_date' })).items
  expect(sold.map(({ status, payment_status }) => [status, payment_status])).toEqual([
    ['delivered', 'paid'],
    ['shipped', 'partial'],
    ['pending', 'pending'],
    ['pending', 'pending'],
  ])
  const dashboard = await client.call(readDashboard, {})
  expect(dashboard.low).toBeGreaterThan(2)
  expect(dashboard.out).toBeGreaterThan(0)
  expect(await violatedInvariants(app.admin)).toEqual([])
})

test('an organisation with products is refused and keeps what it has; two requests at once make one company', async () => {
  const owner = await app.signUp()
  await owner.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1 })
  expect(await owner.refused(createSampleCompany, {})).toMatchObject({ status: 409, code: 'already_exists' })
  expect((await owner.call(listProducts, {})).items).toHaveLength(1)
  const other = await app.signUp()
  const answers = await Promise.allSettled([other.call(createSampleCompany, {}), other.call(createSampleCompany, {})])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await other.call(listProducts, { limit: 100 })).items).toHaveLength(goods.length)
})
