import { expect, test } from 'vitest'
import { createApiKey } from '../../contract/api-keys.ts'
import { createCategory, updateCategory } from '../../contract/categories.ts'
import { type Activity, readRecentActivity } from '../../contract/dashboard.ts'
import { createImport, undoImport, type ImportRecord } from '../../contract/imports.ts'
import { createInvitation } from '../../contract/invitations.ts'
import { createLocation, setDefaultLocation } from '../../contract/locations.ts'
import { limitMember } from '../../contract/members.ts'
import { createProduct, updateProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { saveSettings } from '../../contract/settings.ts'
import { discardShipment, updateShipment } from '../../contract/shipments.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { ordering, savedLine } from '../testing/ordering.ts'
import { selling, travel } from '../testing/selling.ts'
import { changedFields } from './changed-fields.ts'

const app = await sharedApp()

const read = async (client: Client) => (await client.call(readRecentActivity, {})).items

/** A line in the form `added products Bolt`, with an update's changes, and a posting's units. */
const lineOf = ({ kind, table_name, records, name, fields, type, units, held, document }: Activity) =>
  [
    kind,
    kind === 'stock' ? type : table_name,
    document?.number?.replace(/^\w+-\d+-\d+/, 'its order'),
    name?.replace(/^\w+-\d+-\d+/, 'its order'),
    records > 1 && `× ${records}`,
    fields.map((field) => [field.name, field.to].filter(Boolean).join('=')).join(' '),
    units !== null && `${units}`,
    held !== null && held !== 0 && `held ${held}`,
  ]
    .filter(Boolean)
    .join(' ')

/** The activity that the next step adds, newest first. */
async function watching(client: Client) {
  const seen = new Set((await read(client)).map(({ id }) => id))
  return async (step: Promise<unknown>): Promise<string[]> => {
    await step
    const fresh = (await read(client)).filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh.map(lineOf)
  }
}

test("signing up isn't an activity", async () => {
  expect(await read(await app.signUp())).toEqual([])
})

test('recent activity unites records, stock and imports, each step as one line, eight at most', async () => {
  const client = await app.signUp()
  const category = await client.call(createCategory, { name: 'Tools', color: '#10B981' })
  const { id, version, name, description } = category
  await client.call(updateCategory, { id, version, name, description, color: '#EF4444' })
  const product = await client.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 2, stock_quantity: 10 })
  const shelf = await client.call(createLocation, { name: 'Shelf' })
  const goods = { product_id: product.id, from_location_id: await defaultLocation(client), to_location_id: shelf.id }
  await client.call(createTransfer, { ...goods, quantity: 3 })
  const rows = {
    products: [1, 2, 3].map((n) => ({ name: `P${n}`, sku: `P${n}`, stock_quantity: n })),
    categories: [],
    transactions: [],
  }
  const imported = (await client.call(createImport, rows)) as ImportRecord
  await client.call(undoImport, { id: imported.id })
  const lines = await read(client)
  expect(lines.map(lineOf)).toEqual([
    'import_undone imports × 3',
    'imported imports × 3 6',
    'stock transfer Bolt 3',
    'added locations Shelf',
    'stock opening Bolt 10',
    'added products Bolt',
    'updated categories Tools color',
    'added categories Tools',
  ])
  expect(lines[2]).toMatchObject({ to_location_name: 'Shelf', record_id: product.id, document: { kind: 'transfer' } })
  await client.call(createCategory, { name: 'Ninth', color: '#10B981' })
  expect(await read(client)).toHaveLength(8)
})

test('the undo of an older import is listed', async () => {
  const client = await app.signUp()
  const sheets = { categories: [], transactions: [] }
  const ids: string[] = []
  for (let n = 1; n <= 9; n++) {
    const products = [{ name: `P${n}`, sku: `P${n}` }]
    ids.push(((await client.call(createImport, { ...sheets, products })) as ImportRecord).id)
  }
  await client.call(undoImport, { id: ids[0] ?? '' })
  const lines = await read(client)
  expect(lines[0]).toMatchObject({ kind: 'import_undone' })
  expect(lines.filter(({ kind }) => kind === 'imported')).toHaveLength(7)
})

test("an update names what it changed, and an update without changes isn't listed", async () => {
  const client = await app.signUp()
  const category = await client.call(createCategory, { name: 'Tools', color: '#10B981' })
  const product = await client.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 2 })
  const shelf = await client.call(createLocation, { name: 'Shelf' })
  const after = await watching(client)
  const { id, version, name, description, color } = category
  expect(await after(client.call(updateCategory, { id, version, name, description, color }))).toEqual([])
  const save = { id: product.id, name: 'Bolt', sku: 'B-1', price: 2 }
  expect(await after(client.call(updateProduct, { ...save, version: 1, min_stock_level: 4 }))).toEqual([
    'updated products Bolt min_stock_level',
  ])
  const again = { ...save, version: 2, min_stock_level: 4 }
  expect(await after(client.call(updateProduct, again))).toEqual([])
  expect(await after(client.call(updateProduct, { ...again, price: 3, description: 'Long' }))).toEqual([
    'updated products Bolt price description',
  ])
  expect(await after(client.call(setDefaultLocation, { id: shelf.id }))).toEqual([
    'updated locations Shelf is_default=on',
  ])
  expect(await after(client.call(saveSettings, { low_stock_alerts: false }))).toEqual([
    'updated member_settings low_stock_alerts=off',
  ])
  const entry = { product_id: product.id, quantity: 1 }
  await client.call(createTransaction, { ...entry, type: 'in', reason_code: 'customer_return' })
  await after(client.call(createTransaction, { ...entry, type: 'out', reason_code: 'damaged' }))
  expect(await after(client.call(deleteProduct, { id: product.id }))).toEqual(['updated products Bolt archived_at=on'])
})

test('receiving, shipping and returning an order is described by its units and documents', async () => {
  const s = await ordering(app)
  const order = await s.draft(5, 6)
  const after = await watching(s.me)
  const swap = order.lines.map((line, at) => ({ ...savedLine(line), quantity: at === 0 ? 6 : 5 }))
  expect(await after(s.save(order, { lines: swap }))).toEqual(['updated purchase_orders its order lines'])
  expect(await after(s.pay(await s.read(order)))).toEqual([
    'updated purchase_orders its order status=ordered paid_amount payment_status=paid',
  ])
  const receipt = await s.receive(await s.read(order), 2, { item: 1, quantity: 3 })
  // Their cost was unknown until this receipt.
  expect(await after(Promise.resolve())).toEqual([
    'stock in its order, receipt 1 × 2 5',
    expect.stringMatching(/^updated products Product [12] × 2 cost_price$/),
  ])
  expect(await after(s.receive(receipt.order, { quantity: 2, condition: 'damaged' }))).toEqual([
    'stock in its order, receipt 2 Product 1 0 held 2',
  ])
  expect(await after(s.undo(receipt.receipt))).toEqual(['stock out its order, receipt 1 × 2 -5'])

  const shop = await selling(app)
  const product = await shop.product(10)
  const sold = await shop.order([[product.id, 4]])
  const then = await watching(shop.me)
  expect(await then(shop.pay(sold, 3))).toEqual(['updated sales_orders its order paid_amount payment_status=partial'])
  const shipment = await shop.plan(await shop.read(sold), 3)
  expect(await then(Promise.resolve())).toEqual(['added shipments its order, shipment 1'])
  const { id: shipment_id, version } = shipment
  expect(await then(shop.me.call(updateShipment, { ...travel, shipment_id, version, carrier: 'dhl' }))).toEqual([
    'updated shipments its order, shipment 1 carrier',
  ])
  expect(await then(shop.move(shipment, 'in_transit'))).toEqual(['stock out its order, shipment 1 Product 1 -3'])
  expect(await then(shop.move(shipment, 'delivered'))).toEqual([
    'updated shipments its order, shipment 1 status=delivered',
  ])
  const wrong = await shop.plan(await shop.read(sold), 1)
  await then(Promise.resolve())
  expect(await then(shop.me.call(discardShipment, { shipment_id: wrong.id }))).toContain(
    'updated shipments its order, shipment 2 status=discarded',
  )
  const back = await shop.giveBack(await shop.read(sold), 1)
  expect(await then(Promise.resolve())).toEqual(['stock in its order, return 1 Product 1 1'])
  expect(await then(shop.undoReturn(back.return))).toEqual(['stock out its order, return 1 Product 1 -1'])
  expect(await then(shop.to(sold, 'cancelled'))).toEqual(['updated sales_orders its order status=cancelled'])
})

test('lines link to their record, unless they concern several or a deleted one', async () => {
  const client = await app.signUp()
  const bolt = await client.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 2 })
  await client.call(deleteProduct, { id: bolt.id })
  const rows = { products: [], transactions: [], categories: [{ name: 'Tools' }, { name: 'Paint' }] }
  await client.call(createImport, rows)
  const shelf = await client.call(createLocation, { name: 'Shelf' })
  expect((await read(client)).map(({ kind, record_id }) => [kind, record_id])).toEqual([
    ['added', shelf.id],
    ['imported', null],
    ['deleted', null],
    ['added', bolt.id],
  ])
})

test('switches, statuses and roles are shown with their new value, other fields by name', () => {
  const before = { id: 1, version: 1, name: 'a', role: 'staff', is_active: true, archived_at: null, name_sort: 'a' }
  const after = { id: 1, version: 2, name: 'b', role: 'admin', is_active: false, archived_at: 'now', name_sort: 'b' }
  expect(changedFields('members', before, after, false)).toEqual([
    { name: 'name', to: null },
    { name: 'role', to: 'admin' },
    { name: 'is_active', to: 'off' },
    { name: 'archived_at', to: 'on' },
  ])
  expect(changedFields('sales_orders', before, before, true)).toEqual([{ name: 'lines', to: null }])
})

test('a shipment recorded by an earlier version as failed and undone reads as discarded', () => {
  const before = { status: 'pending', failed_at: null, taken_back_at: null }
  const failed = { status: 'failed', failed_at: 'now', taken_back_at: null }
  expect(changedFields('shipments', before, failed, false)).toEqual([{ name: 'status', to: 'failed' }])
  expect(changedFields('shipments', before, { ...failed, taken_back_at: 'now' }, false)).toEqual([
    { name: 'status', to: 'discarded' },
  ])
})

async function defaultLocation(client: Client): Promise<string> {
  const { rows } = await app.admin.query('select id from locations where org_id = $1 and is_default', [client.org_id])
  return String(rows[0].id)
}

test('only people who manage invitations and API keys see them', async () => {
  const owner = await app.signUp()
  const viewer = await colleague(app, owner, 'viewer')
  await owner.call(createInvitation, { role: 'staff', email: 'new.person@example.com' })
  await owner.call(createApiKey, { name: 'Web shop', permissions: ['catalogue.read'] })
  const tables = async (client: Client) => new Set((await read(client)).map((line) => line.table_name))
  expect([...(await tables(owner))]).toEqual(expect.arrayContaining(['invitations', 'api_keys']))
  const seen = await tables(viewer)
  expect(seen.has('invitations') || seen.has('api_keys')).toBe(false)
  expect(JSON.stringify(await read(viewer))).not.toContain('new.person@example.com')
  // Joining is one line, whatever it wrote.
  expect((await read(owner)).map(lineOf).filter((line) => line.includes(viewer.email))).toEqual([
    `added members ${viewer.email}`,
  ])
  expect([...seen]).not.toContain('member_settings')
  const [shelf, limited] = [await owner.call(createLocation, { name: 'Shelf' }), { user_id: viewer.user_id }]
  await owner.call(limitMember, { ...limited, location_ids: [shelf.id] })
  expect((await read(owner)).map(lineOf)[0]).toBe(`updated members ${viewer.email} location_ids`)
  expect(JSON.stringify(await read(viewer))).not.toContain('location_ids')
})
