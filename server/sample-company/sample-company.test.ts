import { expect, test } from 'vitest'
import { readDashboard } from '../../contract/dashboard.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
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
  for (const [position, good] of goods.entries()) {
    const expected = storyOf(good, position).reduce(
      (sum, { type, quantity }) => sum + (type === 'in' ? quantity : -quantity),
      0,
    )
    expect(items.find(({ sku }) => sku === good.sku)?.stock.on_hand).toBeCloseTo(expected, 6)
  }
  expect((await client.call(listTransfers, {})).items).toHaveLength(4)
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
