import { expect, test } from 'vitest'
import { listAuditTrail, readRecordHistory } from '../../contract/audit-trail.ts'
import { undoImport } from '../../contract/imports.ts'
import { readRecentActivity } from '../../contract/dashboard.ts'
import { createLocation, listLocations } from '../../contract/locations.ts'
import { createProduct, updateProduct, type Product } from '../../contract/products.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { importSheetsOf, productOf } from '../imports/testing/imported.ts'
import { importSheets } from '../imports/testing/workbooks.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'

const app = await sharedApp()

const trail = async (me: Client) => (await me.call(listAuditTrail, { type: 'products', limit: 50 })).items
const history = async (me: Client, record_id: string) => (await me.call(readRecordHistory, { record_id })).items
const level = (field: string, before: number | null, after: number | null, of: string | null = null) => ({
  field,
  of,
  before,
  after,
})

async function shop(more: { min_stock_level?: number } = { min_stock_level: 3 }) {
  const me = await app.signUp()
  const chai = await me.call(createProduct, { name: 'Chai', sku: 'CH-1', price: 5, ...more })
  const save = ({ version }: Product, change: object) =>
    me.call(updateProduct, { id: chai.id, version, name: 'Chai', sku: 'CH-1', price: 5, ...change })
  return { me, chai, save }
}

test("a product's minimum is part of the row of each save, with old and new value", async () => {
  const { me, chai, save } = await shop()
  const raised = await save(chai, { min_stock_level: 10 })
  await save(raised, { min_stock_level: 12, price: 6 })
  for (const [both, only, created, ...others] of [await trail(me), await history(me, chai.id)]) {
    expect(others).toEqual([])
    expect(both?.summary).toBe('Updated min stock level, price')
    expect(both?.changes).toEqual(
      expect.arrayContaining([level('min_stock_level', 10, 12), { field: 'price', of: null, before: 5, after: 6 }]),
    )
    expect(both?.changes).toHaveLength(2)
    expect(only).toMatchObject({
      summary: 'Updated min stock level',
      item_name: 'Chai',
      changes: [level('min_stock_level', 3, 10)],
    })
    expect(created?.summary).toBe('Created product')
    expect(created?.changes).toContainEqual(level('min_stock_level', null, 3))
  }
  const file = await (await me.fetch('/api/v1/audit-trail/file?type=products')).text()
  expect(file).toContain('Updated min stock level,min stock level: 3,min stock level: 10')
})

test('a save that leaves the minimum alone names no minimum', async () => {
  const { me, chai, save } = await shop()
  await save(chai, { min_stock_level: 3, price: 6 })
  const [saved] = await trail(me)
  expect([saved?.summary, saved?.changes]).toEqual([
    'Updated price',
    [{ field: 'price', of: null, before: 5, after: 6 }],
  ])
  const { me: other, chai: without } = await shop({})
  expect((await history(other, without.id))[0]?.changes.map(({ field }) => field)).not.toContain('min_stock_level')
})

test('an import records the minimums of the products it adds and changes, and so does its undo', async () => {
  const { me, chai } = await shop()
  const row = (name: string, sku: string, minimum: number) => [
    name,
    sku,
    null,
    null,
    5,
    null,
    null,
    minimum,
    null,
    null,
  ]
  const imported = await importSheetsOf(
    me,
    importSheets({ products: [row('Chai', 'CH-1', 8), row('New', 'NEW', 4), row('None', 'NONE', 0)] }),
  )
  const changes = async () => (await history(me, chai.id)).map(({ summary, changes: all }) => [summary, all])
  expect((await changes())[0]).toEqual(['Updated min stock level', [level('min_stock_level', 3, 8)]])
  const added = await history(me, (await productOf(me, 'NEW')).id)
  expect(added.map(({ summary }) => summary)).toEqual(['Created product'])
  expect(added[0]?.changes).toContainEqual(level('min_stock_level', null, 4))
  await me.call(undoImport, { id: imported.id })
  expect((await changes())[0]).toEqual(['Updated min stock level', [level('min_stock_level', 8, 3)]])
  expect(await changes()).toHaveLength(3)
})

test("a location's minimum and maximum of a product are rows about the product that name the location", async () => {
  const { me, chai } = await shop({})
  const main = (await me.call(listLocations, {})).items[0]?.id ?? ''
  const store = await me.call(createLocation, { name: 'Store' })
  const set = (location_id: string, min_stock_level: number, max_stock_level: number | null) =>
    me.call(setLocationStock, { product_id: chai.id, location_id, quantities: [], min_stock_level, max_stock_level })
  await set(store.id, 5, 40)
  await set(store.id, 6, 60)
  // An unchanged rule isn't a change, nor is one without values, nor a posting that makes the location low.
  await set(store.id, 6, 60)
  await set(main, 0, null)
  await me.call(createTransaction, {
    product_id: chai.id,
    type: 'in',
    quantity: 2,
    reason_code: 'purchase_order',
    location_id: store.id,
  })
  const rows = (await history(me, chai.id)).filter(({ table_name }) => table_name === 'stock_rules')
  expect(rows.map(({ summary, action, item_name, changes }) => ({ summary, action, item_name, changes }))).toEqual(
    [
      [level('max_stock_level', 40, 60, 'Store'), level('min_stock_level', 5, 6, 'Store')],
      [level('max_stock_level', null, 40, 'Store'), level('min_stock_level', 0, 5, 'Store')],
    ].map((changes) => ({
      summary: 'Updated max stock level, min stock level at Store',
      action: 'updated',
      item_name: 'Chai',
      changes: expect.arrayContaining(changes),
    })),
  )
  expect((await trail(me)).filter(({ table_name }) => table_name === 'stock_rules')).toEqual(rows)
  const file = await (await me.fetch('/api/v1/audit-trail/file?type=products')).text()
  expect(file).toContain('Minimum and maximum,Chai,"Updated max stock level, min stock level at Store"')
  const { items } = await me.call(readRecentActivity, {})
  expect(items.find(({ table_name }) => table_name === 'stock_rules')).toMatchObject({ name: 'Chai, Store' })

  const limited = await limitedMember(app, me, [main])
  expect((await trail(limited)).map(({ table_name }) => table_name)).not.toContain('stock_rules')
  expect(JSON.stringify(await history(limited, chai.id))).not.toContain('Store')
  await set(main, 2, null)
  expect((await history(limited, chai.id))[0]?.summary).toBe('Updated min stock level at Main Warehouse')
})
