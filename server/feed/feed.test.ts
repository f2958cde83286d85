import { expect, test } from 'vitest'
import { createApiKey } from '../../contract/api-keys.ts'
import { nounOf, readFeed } from '../../contract/feed.ts'
import type { Permission } from '../../contract/permissions.ts'
import { updateProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { forgetExpired } from '../platform/forget-expired.ts'
import { silentLog } from '../platform/log.ts'
import { createSequencer } from '../platform/sequencer.ts'
import { program, testApp, type Client } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'
import { stocked } from '../testing/stocked.ts'
import { readAll } from './testing.ts'

const app = await testApp()

async function keyOf(me: Client, permissions: readonly Permission[], location_ids?: string[]): Promise<Client> {
  const { id, key } = await me.call(createApiKey, {
    name: 'Consumer',
    permissions: permissions as never,
    ...(location_ids && { location_ids }),
  })
  return program(app.url, { id, key: key ?? '', org_id: me.org_id })
}

const entry = (product_id: string, location_id: string) => ({
  product_id,
  location_id,
  type: 'in' as const,
  quantity: 1,
  reason_code: 'customer_return' as const,
})

/** The newest number once everything committed has one. */
async function newestOf(me: Client): Promise<number> {
  await app.app.sequencer.drain()
  return (await me.call(readFeed, { limit: 1 })).newest
}

test('a record has one event per transaction, with its state after it; a rolled-back record has none', async () => {
  const { me, product } = await stocked(app)
  const start = await newestOf(me)
  const made = await product(0)
  const saved = await me.call(updateProduct, {
    id: made.id,
    version: made.version,
    name: 'Hex bolt',
    sku: made.sku,
    price: 3.5,
  })
  await me.call(deleteProduct, { id: made.id })
  await app.app.sequencer.drain()
  const events = await readAll(me, start)
  expect(events.map(({ type, object_id }) => [type, object_id])).toEqual([
    ['product.created', made.id],
    ['product.changed', made.id],
    ['product.deleted', made.id],
  ])
  expect(events[1]).toEqual({
    number: start + 2,
    id: `${me.org_id}_${start + 2}`,
    type: 'product.changed',
    object_id: made.id,
    version: saved.version,
    time: expect.any(String),
    data: {
      sku: made.sku,
      barcode: null,
      name: 'Hex bolt',
      category_id: null,
      supplier_id: null,
      price: 3.5,
      quantity_decimals: 0,
      archived_at: null,
    },
  })
  expect(events[2]?.data).toBe(null)
  await app.admin.query('begin')
  await app.admin.query(
    `insert into products (org_id, id, user_id, name, sku) values ($1, gen_random_uuid(), $2, 'Brief', 'BRIEF')`,
    [me.org_id, me.user_id],
  )
  await app.admin.query(`delete from products where org_id = $1 and sku = 'BRIEF'`, [me.org_id])
  await app.admin.query('commit')
  expect(await newestOf(me)).toBe(start + 3)
})

test("a sale's events run from order to delivery, each effect after its cause", async () => {
  const s = await selling(app)
  const bolts = await s.product(10)
  const start = await newestOf(s.me)
  const order = await s.order([[bolts.id, 4]])
  const shipment = await s.ship(order, 4)
  await s.move(shipment, 'delivered')
  await app.app.sequencer.drain()
  const events = await readAll(s.me, start)
  const listed = events.map(({ type, object_id }) => [type, object_id === order.id || object_id === shipment.id])
  const first = (type: string) => events.findIndex((event) => event.type === type)
  expect(listed).toContainEqual(['sales_order.created', true])
  expect(listed).toContainEqual(['shipment.created', true])
  expect(first('sales_order.created')).toBeLessThan(first('shipment.created'))
  const states = events.flatMap((event) => (event.type.startsWith('shipment.') ? [event.data] : []))
  expect(states.map((state) => (state as { status: string }).status)).toEqual(['pending', 'in_transit', 'delivered'])
  const orders = events.filter(({ type }) => type.startsWith('sales_order.'))
  expect(orders.at(-1)).toMatchObject({ object_id: order.id, data: { status: 'delivered' } })
  const versions = orders.map(({ version }) => version ?? 0)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  const posted = events.flatMap((event) => (event.type === 'stock.posted' ? [event.data] : []))
  expect(posted.at(-1)).toMatchObject({
    movements: [{ quantity: 4, from: { account: 'reserved', location_id: s.main }, to: { account: 'customer' } }],
  })
})

test("a purchase's events run from order to receipt", async () => {
  const s = await ordering(app)
  const order = await s.ordered(10)
  const { receipt } = await s.receive(order, 10, { quantity: 1, is_over_delivery: true })
  await s.undo(receipt)
  await app.app.sequencer.drain()
  const events = await readAll(s.me, 0, ['purchase_order', 'receipt'])
  const owed = events.flatMap(({ type, data }) =>
    type === 'purchase_order.changed' ? [(data as { over_delivered_amount: number }).over_delivered_amount] : [],
  )
  expect(owed).toEqual([0, 2, 0])
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['purchase_order.created', 'purchase_order.changed', 'receipt.created', 'receipt.changed']),
  )
  expect(events.filter(({ type }) => type === 'receipt.changed')).toMatchObject([
    { object_id: receipt.id, data: { purchase_order_id: order.id, undo_posting_id: expect.any(String) } },
  ])
})

test('a key reads only the nouns it has permission for; unknown ones are refused with the known ones', async () => {
  const s = await selling(app)
  const bolts = await s.product(10)
  await s.order([[bolts.id, 4]])
  await app.app.sequencer.drain()
  const seen = async (...permissions: Permission[]) => {
    const events = await readAll(await keyOf(s.me, ['feed.read', ...permissions]))
    return [...new Set(events.map(({ type }) => nounOf(type)))].toSorted()
  }
  expect(await seen()).toEqual([])
  expect(await seen('stock.read')).toEqual(['stock'])
  expect(await seen('catalogue.read')).toEqual(['product'])
  expect(await seen('orders.read')).toEqual(['sales_order'])
  for (const nouns of ['orders', 'stock,', ''])
    expect(await s.me.refused(readFeed, { nouns })).toMatchObject({
      fields: {
        nouns:
          'Enter some of these, separated by commas: stock, product, purchase_order, sales_order, receipt, shipment',
      },
    })
  const without = await keyOf(s.me, ['stock.read'])
  expect(await without.refused(readFeed, {})).toMatchObject({ status: 403 })
})

test('a key with locations reads the events of its locations and skips the others', async () => {
  const s = await selling(app)
  const [bolts, nuts] = [await s.product(10), await s.product(10)]
  const start = await newestOf(s.me)
  const till = await keyOf(s.me, ['feed.read', 'stock.read', 'catalogue.read', 'orders.read'], [s.shop])
  await s.me.call(createTransaction, entry(bolts.id, s.main))
  const { posting_id } = await s.me.call(createTransaction, entry(nuts.id, s.shop))
  await s.order([[bolts.id, 1]], { location_id: s.main })
  const own = await s.order([[nuts.id, 1]], { location_id: s.shop })
  const newest = await newestOf(s.me)
  const page = await till.call(readFeed, { after: start })
  expect(page).toMatchObject({ next: newest, newest })
  expect(page.items.map(({ object_id }) => object_id)).toContain(posting_id)
  expect(page.items.filter(({ type }) => type.startsWith('sales_order')).map(({ object_id }) => object_id)).toEqual([
    own.id,
  ])
  expect(page.items.length).toBeLessThan(newest - start)
  const text = JSON.stringify(page.items)
  expect(text).toContain(s.shop)
  expect(text).not.toContain(s.main)
})

test('a position is refused once its next events are deleted, in the future, and if it belongs to another organization', async () => {
  const { me, product } = await stocked(app)
  await product(5)
  const newest = await newestOf(me)
  await app.admin.query(`update feed_batches set numbered_at = now() - interval '91 days' where org_id = $1`, [
    me.org_id,
  ])
  await product(5)
  const grown = await newestOf(me)
  await forgetExpired(app.db)
  const gone = await me.refused(readFeed, { after: newest - 1 })
  expect(gone).toMatchObject({
    status: 410,
    code: 'feed_position_gone',
    details: { oldest: newest + 1, newest: grown },
  })
  expect(await me.refused(readFeed, { after: 0 })).toMatchObject({ status: 410 })
  expect((await readAll(me)).map(({ number }) => number)[0]).toBe(newest + 1)
  expect((await me.call(readFeed, { after: newest })).items[0]?.number).toBe(newest + 1)
  expect(await me.refused(readFeed, { after: grown + 1 })).toMatchObject({ status: 410 })
  const { rows } = await app.admin.query<{ left: number }>(
    'select count(*)::integer as left from feed_events where org_id = $1',
    [me.org_id],
  )
  expect(rows).toEqual([{ left: grown - newest }])
})

test('after a restore every earlier position is refused, and new ones are higher than any given out', async () => {
  const { me, product } = await stocked(app)
  await product(5)
  const before = await newestOf(me)
  await app.app.sequencer.drain()
  // Not yet numbered when the backup was made.
  await app.admin.query(`insert into feed_events (org_id, type, object_id) values ($1, 'product.deleted', $1)`, [
    me.org_id,
  ])
  const restored = createSequencer(app.db, 'another folder', silentLog)
  await restored.drain()
  await restored.close()
  expect(await me.refused(readFeed, { after: before })).toMatchObject({ status: 410, code: 'feed_position_gone' })
  const page = await me.call(readFeed, {})
  expect(page.items).toMatchObject([{ type: 'product.deleted', number: page.newest }])
  // A hundred per millisecond since 2026, more than any server can number.
  expect(page.newest).toBeGreaterThan((Date.now() - Date.UTC(2026, 0)) * 100 - 1_000_000)
  expect(Number.isSafeInteger(page.newest * 100)).toBe(true)
})

test('a reader can wait for the next event, and gets an empty answer if none comes', async () => {
  const { me } = await stocked(app)
  const newest = await newestOf(me)
  const began = performance.now()
  expect(await me.call(readFeed, { after: newest, wait: 1 })).toMatchObject({ items: [], next: newest })
  expect(performance.now() - began).toBeGreaterThan(950)
})

test('only its own organization can read an event', async () => {
  const [{ me, product }, stranger] = [await stocked(app), await app.signUp()]
  const { id } = await product(5)
  await app.app.sequencer.drain()
  expect(JSON.stringify(await readAll(me))).toContain(id)
  expect(JSON.stringify(await readAll(stranger))).not.toContain(id)
})
