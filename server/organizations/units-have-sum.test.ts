import { expect, test } from 'vitest'
import { readDashboard } from '../../contract/dashboard.ts'
import { readInventorySummary } from '../../contract/inventory-report.ts'
import { listLocations } from '../../contract/locations.ts'
import { readProductSummary } from '../../contract/products.ts'
import { readStockValueAsOf } from '../../contract/stock-as-of.ts'
import { readTransactionsSummary } from '../../contract/transactions-report.ts'
import { readValuationSummary } from '../../contract/valuation-report.ts'
import { sharedApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

test('totals say that units have no sum once one of several products is measured in decimals', async () => {
  const { me, product } = await selling(app)
  const haveSum = async () => {
    const answers = await Promise.all([
      me.call(readDashboard, {}),
      me.call(readProductSummary, {}),
      me.call(readInventorySummary, {}),
      me.call(readValuationSummary, {}),
      me.call(readStockValueAsOf, { as_of: new Date().toISOString() }),
      me.call(readTransactionsSummary, {}),
    ])
    const { items } = await me.call(listLocations, { with_stock: 'true' })
    return [...answers, ...items.map(({ stock }) => stock)].map((figures) => figures?.units_have_sum)
  }
  const all = (value: boolean) => Array.from({ length: 8 }, () => value)
  expect(await haveSum()).toEqual(all(true))
  const { id } = await product(2, { quantity_decimals: 3 })
  // One product has one measure.
  expect(await haveSum()).toEqual(all(true))
  await product(3)
  expect(await haveSum()).toEqual(all(false))
  expect(await me.call(readTransactionsSummary, { product_id: id })).toMatchObject({
    units_in: 2,
    units_have_sum: true,
  })
})

test('units of pieces have a sum, however many products there are, also beside other organizations', async () => {
  const other = await selling(app)
  await other.product(1, { quantity_decimals: 1 })
  await other.product(1)
  const { me, product } = await selling(app)
  await product(2)
  await product(3)
  expect(await me.call(readProductSummary, {})).toMatchObject({ units: 5, units_have_sum: true })
})
