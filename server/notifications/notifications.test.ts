import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createImport, undoImport, type ImportRecord } from '../../contract/imports.ts'
import { listNotifications, markAllNotificationsRead, markNotificationRead } from '../../contract/notifications.ts'
import type { NotificationKind } from '../../contract/notification-kinds.ts'
import { updateProduct } from '../../contract/products.ts'
import { saveSettings } from '../../contract/settings.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { notify } from './notify.ts'
import { testApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { selling } from '../testing/selling.ts'
import { stocked } from '../testing/stocked.ts'
import { times, together } from '../testing/together.ts'

const app = await testApp()

/** A person's notifications, newest first, once everything queued has been sent. */
async function notificationsOf(person: Client, ...kinds: NotificationKind[]) {
  await app.app.outbox.drain()
  const { items } = await person.call(listNotifications, { limit: 100 })
  return kinds.length === 0 ? items : items.filter(({ kind }) => kinds.includes(kind))
}

const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)

const take = (person: Client, product_id: string, quantity: number, more = {}) =>
  person.call(createTransaction, { product_id, type: 'out', quantity, reason_code: 'customer_order', ...more })
const bring = (person: Client, product_id: string, quantity: number, more = {}) =>
  person.call(createTransaction, { product_id, type: 'in', quantity, reason_code: 'customer_return', ...more })

describe('low stock', () => {
  test('when one of 16 workers crosses the minimum, members are notified once, and again only after stock has risen', async () => {
    const { me, product } = await stocked(app)
    const { id, name } = await product(26, { min_stock_level: 10 })
    expect(await notificationsOf(me)).toEqual([])
    const { done } = await together(times(16, () => () => take(me, id, 1)))
    expect(done).toHaveLength(16)
    const [first, ...others] = await notificationsOf(me)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      kind: 'low_stock',
      type: 'alert',
      title: `Low stock: ${name}`,
      body: '10 on hand, minimum 10.',
      address: `/products/${id}`,
      actor_name: null,
      is_read: false,
    })
    await together(times(5, () => () => take(me, id, 1)))
    expect(await notificationsOf(me)).toHaveLength(1)
    await bring(me, id, 6)
    expect(await notificationsOf(me)).toHaveLength(1)
    await take(me, id, 1)
    expect(titles(await notificationsOf(me))).toEqual([`Low stock: ${name}`, `Low stock: ${name}`])
  })

  test('the last unit is reported as out of stock and not also as low', async () => {
    const { me, product } = await stocked(app)
    const { id, name } = await product(3)
    await together(times(16, () => () => take(me, id, 1)))
    expect(await notificationsOf(me)).toMatchObject([
      { kind: 'out_of_stock', title: `Out of stock: ${name}`, body: 'Last unit removed: Customer Order.' },
    ])
  })

  test('raising the minimum above the stock makes a product low', async () => {
    const { me, product } = await stocked(app)
    const one = await product(8, { min_stock_level: 2 })
    const { id, version, name, sku, price } = one
    await me.call(updateProduct, { id, version, name, sku, price, min_stock_level: 9 })
    expect(titles(await notificationsOf(me))).toEqual([`Low stock: ${one.name}`])
  })

  test('a location with its own minimum notifies once until its stock has risen, whichever lot is taken', async () => {
    const { me, main, product } = await stocked(app)
    const { id, name } = await product(20)
    await me.call(setLocationStock, { product_id: id, location_id: main, min_stock_level: 4 })
    await bring(me, id, 8, { lot_number: 'A' })
    const out = (lot: object) => () => take(me, id, 2, { location_id: main, ...lot })
    await together([...times(4, () => out({ lot_number: 'A' })), ...times(8, () => out({ lot_id: id }))])
    expect(await notificationsOf(me)).toMatchObject([
      {
        kind: 'low_stock',
        title: `Low stock at Main Warehouse: ${name}`,
        body: '4 on hand at Main Warehouse, minimum 4.',
      },
    ])
    await bring(me, id, 1, { location_id: main })
    await take(me, id, 1, { location_id: main })
    expect(await notificationsOf(me)).toHaveLength(2)
    await me.call(setLocationStock, { product_id: id, location_id: main, min_stock_level: 5 })
    expect(await notificationsOf(me)).toHaveLength(2)
  })

  test('units in transit between locations are named: at the product, and at the location they go to', async () => {
    const { me, main, shop, product } = await stocked(app)
    const { id, name } = await product(20, { min_stock_level: 10 })
    await me.call(setLocationStock, { product_id: id, location_id: shop, min_stock_level: 4 })
    // A notification is written after the commit, with what is in transit then.
    await app.app.outbox.drain()
    const moved = { product_id: id, from_location_id: main, to_location_id: shop, reason: 'restock' } as const
    await me.call(createTransfer, { ...moved, quantity: 12, status: 'pending' })
    await me.call(setLocationStock, { product_id: id, location_id: main, min_stock_level: 9 })
    await bring(me, id, 6, { location_id: shop })
    await take(me, id, 5, { location_id: shop })
    const bodies = (await notificationsOf(me, 'low_stock')).map(({ title, body }) => `${title}: ${body}`)
    expect(bodies.toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      `Low stock at Main Warehouse: ${name}: 8 on hand at Main Warehouse, minimum 9.`,
      `Low stock at Shop floor: ${name}: 0 on hand at Shop floor, minimum 4.`,
      `Low stock at Shop floor: ${name}: 1 on hand at Shop floor, minimum 4. 12 in transit.`,
      `Low stock: ${name}: 8 on hand, minimum 10. 12 in transit.`,
      `Low stock: ${name}: 9 on hand, minimum 10. 12 in transit.`,
    ])
  })

  test('writing off stock with its product notifies no one', async () => {
    const { me, product } = await stocked(app)
    const { id } = await product(3)
    const viewer = await colleague(app, me, 'viewer')
    await notificationsOf(me)
    await app.admin.query('update products set archived_at = now() where id = $1', [id])
    await app.admin.query(`insert into outbox (org_id, kind, payload) values ($1, 'notifications', $2)`, [
      me.org_id,
      {
        found: 'low_stock',
        cause: newId(),
        product_id: id,
        is_out: true,
        on_hand: 0,
        minimum: 0,
        happened_at: new Date(),
      },
    ])
    expect(await notificationsOf(viewer, 'out_of_stock')).toEqual([])
  })
})

describe("short for customers' orders", () => {
  test('orders that exceed the stock notify once, until all of them are filled', async () => {
    const s = await selling(app)
    const { id, name } = await s.product(5)
    await s.order([[id, 4]])
    expect(await notificationsOf(s.me, 'short_for_orders')).toEqual([])
    await s.order([[id, 4]])
    await s.order([[id, 2]])
    expect(await notificationsOf(s.me, 'short_for_orders')).toMatchObject([
      { title: `Backordered: ${name}`, type: 'alert', address: `/products/${id}` },
    ])
    await bring(s.me, id, 20)
    await notificationsOf(s.me)
    await s.order([[id, 100]])
    expect(await notificationsOf(s.me, 'short_for_orders')).toHaveLength(2)
  })

  test('goods that return with a failed shipment and are reserved immediately leave no one short', async () => {
    const s = await selling(app)
    const { id } = await s.product(5)
    const shipment = await s.ship(await s.order([[id, 4]]), 4)
    await s.move(shipment, 'failed')
    expect(await notificationsOf(s.me, 'short_for_orders')).toEqual([])
  })
})

test('customers’ orders aren’t called short while another server reserves for them', async () => {
  const s = await selling(app)
  const { id: product_id } = await s.product(0)
  await s.order([[product_id, 1]])
  expect(await notificationsOf(s.me, 'short_for_orders')).toHaveLength(1)
  const leave = (kind: string, payload: object) =>
    app.admin.query('insert into outbox (org_id, kind, payload) values ($1, $2, $3)', [s.me.org_id, kind, payload])
  // As the other server has claimed it.
  await app.admin.query('begin')
  await leave('backorders', { product_ids: [product_id] })
  await app.admin.query(`commit; begin; delete from outbox where org_id = '${s.me.org_id}' and kind = 'backorders'`)
  const other = new pg.Client({ ...app.connection, user: 'postgres' })
  await other.connect()
  onTestFinished(() => other.end())
  const found = { found: 'short_for_orders', cause: newId(), product_id, happened_at: new Date(), waited: true }
  await other.query(`insert into outbox (org_id, kind, payload) values ($1, 'notifications', $2)`, [s.me.org_id, found])
  app.app.outbox.poke()
  await lockAwaited(app.admin)
  await app.admin.query('commit')
  expect(await notificationsOf(s.me, 'short_for_orders')).toHaveLength(2)
})

test('an order is ready to ship once everything it was waiting for is reserved', async () => {
  const s = await selling(app)
  const [one, other] = [await s.product(0), await s.product(1)]
  const waits = await s.order([
    [one.id, 4],
    [other.id, 3],
  ])
  const next = await s.order([[one.id, 1]])
  await s.order([[(await s.product(9)).id, 2]])
  await bring(s.me, one.id, 5)
  const ready = (order: { id: string; order_number: string }) => ({
    title: `Ready to ship: ${order.order_number}`,
    type: 'transaction',
    address: `/sales-orders/${order.id}`,
  })
  expect(await notificationsOf(s.me, 'order_ready')).toMatchObject([ready(next)])
  await bring(s.me, other.id, 1)
  expect(await notificationsOf(s.me, 'order_ready')).toHaveLength(1)
  await bring(s.me, other.id, 1)
  expect(await notificationsOf(s.me, 'order_ready')).toMatchObject([ready(waits), ready(next)])
})

test('an order is announced as ready once, although two postings brought what it was waiting for', async () => {
  const s = await selling(app)
  const [one, other] = [await s.product(0), await s.product(0)]
  const { order_number } = await s.order([
    [one.id, 1],
    [other.id, 1],
  ])
  // The work after the first posting waits until the second one is committed.
  await app.admin.query('begin')
  await app.admin.query('select from stock_demands where org_id = $1 for update', [s.me.org_id])
  await bring(s.me, one.id, 1)
  await lockAwaited(app.admin)
  await bring(s.me, other.id, 1)
  await app.admin.query('commit')
  expect(titles(await notificationsOf(s.me, 'order_ready'))).toEqual([`Ready to ship: ${order_number}`])
})

test("a notification that can't be written doesn't hold back others", async () => {
  const { me, product } = await stocked(app)
  const made = [await product(1), await product(1)]
  await notificationsOf(me)
  const leave = (payload: object) =>
    app.admin.query(`insert into outbox (org_id, kind, payload) values ($1, 'notifications', $2)`, [me.org_id, payload])
  const found = { found: 'low_stock', is_out: true, on_hand: 0, minimum: 0, happened_at: new Date() }
  await leave({ ...found, cause: newId(), product_id: made[0]?.id })
  await leave({ ...found, cause: newId(), product_id: 'no product’s id' })
  await leave({ ...found, cause: newId(), product_id: made[1]?.id })
  expect(titles(await notificationsOf(me, 'out_of_stock'))).toEqual(
    made.map(({ name }) => `Out of stock: ${name}`).toReversed(),
  )
  const { rowCount } = await app.admin.query('delete from outbox where org_id = $1', [me.org_id])
  expect(rowCount).toBe(1)
})

describe('recipients', () => {
  test('transactions and orders are for colleagues, alerts for everyone', async () => {
    const s = await selling(app)
    const { id, name } = await s.product(10, { min_stock_level: 8 })
    const viewer = await colleague(app, s.me, 'viewer')
    expect(titles(await notificationsOf(s.me, 'member_joined'))).toHaveLength(1)
    expect(await notificationsOf(viewer, 'member_joined')).toEqual([])
    await take(s.me, id, 2)
    const order = await s.order([[id, 3]])
    const shipment = await s.ship(order, 3)
    await s.move(shipment, 'delivered')
    expect(titles(await notificationsOf(s.me)).filter((title) => !title.endsWith('joined'))).toEqual([
      `Low stock: ${name}`,
    ])
    expect(titles(await notificationsOf(viewer))).toEqual([
      `Shipment 1 of ${order.order_number} is delivered`,
      `Shipment 1 of ${order.order_number} is on its way`,
      `${order.order_number} created`,
      `Low stock: ${name}`,
      `Stock Out: ${name}`,
    ])
    expect((await notificationsOf(viewer, 'transaction'))[0]).toMatchObject({
      type: 'transaction',
      body: '2 removed.',
      actor_name: s.me.email.split('@')[0],
    })
  })

  test('a failed shipment notifies everyone who reads orders, the person who recorded it included', async () => {
    const s = await selling(app)
    const { id } = await s.product(10)
    const viewer = await colleague(app, s.me, 'viewer')
    const order = await s.order([[id, 3]])
    const shipment = await s.ship(order, 3)
    expect(await notificationsOf(s.me, 'shipment', 'shipment_failed')).toEqual([])
    await s.move(shipment, 'failed')
    for (const person of [s.me, viewer])
      expect(await notificationsOf(person, 'shipment_failed')).toMatchObject([
        {
          type: 'transaction',
          title: `Shipment 1 of ${order.order_number} has failed`,
          body: '3 units to Lazy K Kountry Store.',
          address: `/shipping?shipment=${shipment.id}`,
          actor_name: s.me.email.split('@')[0],
        },
      ])
    await viewer.call(saveSettings, { transaction_notifications: false })
    await s.move(await s.ship(await s.order([[id, 1]]), 1), 'failed')
    expect(await notificationsOf(s.me, 'shipment_failed')).toHaveLength(2)
    expect(await notificationsOf(viewer, 'shipment_failed')).toHaveLength(1)
  })

  test("a colleague's entries within an hour are one notification that counts up and becomes unread again", async () => {
    const { me, product } = await stocked(app)
    const { id, name } = await product(50)
    const other = await colleague(app, me, 'staff')
    await take(other, id, 1)
    const [first] = await notificationsOf(me, 'transaction')
    expect(first).toMatchObject({ title: `Stock Out: ${name}`, address: expect.stringMatching(/^\/postings\//) })
    await together(times(4, () => () => take(other, id, 1)))
    expect(await notificationsOf(me, 'transaction')).toMatchObject([
      {
        title: '5 stock transactions',
        body: `Latest: Stock Out: ${name}. 1 removed.`,
        address: expect.stringMatching(
          /^\/audit-trail\?type=stock_changes&user=[0-9a-f-]{36}&from=(\d{4}-\d\d-\d\d)&to=\1$/,
        ),
        is_read: false,
      },
    ])
    await me.call(markAllNotificationsRead, {})
    await take(other, id, 1)
    expect(await notificationsOf(me, 'transaction')).toMatchObject([{ title: `Stock Out: ${name}`, is_read: false }])
  })

  test('a limited member is notified about their locations, without figures of others', async () => {
    const s = await selling(app)
    const { me, main, shop } = s
    const atMain = await s.product(10, { min_stock_level: 4 })
    const atBoth = await s.product(10, { min_stock_level: 9 })
    await bring(me, atBoth.id, 1, { location_id: shop })
    await me.call(setLocationStock, { product_id: atBoth.id, location_id: shop, min_stock_level: 1 })
    await notificationsOf(me)
    const limited = await limitedMember(app, me, [shop])
    const full = await limitedMember(app, me, null)
    await bring(me, atBoth.id, 1, { location_id: shop })
    await take(me, atMain.id, 6, { location_id: main })
    await take(me, atBoth.id, 3, { location_id: main })
    await take(me, atBoth.id, 1, { location_id: shop })
    await notificationsOf(me)
    await me.call(createTransfer, { product_id: atMain.id, from_location_id: main, to_location_id: shop, quantity: 1 })
    const order = await s.order([[atMain.id, 1]], { location_id: main })
    expect(titles(await notificationsOf(full))).toEqual(
      expect.arrayContaining([
        `${order.order_number} created`,
        `Low stock: ${atMain.name}`,
        `Low stock: ${atBoth.name}`,
      ]),
    )
    const theirs = await notificationsOf(limited)
    expect(titles(theirs)).toEqual([
      `Transfer of ${atMain.name} was received`,
      `Low stock at Shop floor: ${atBoth.name}`,
      '2 stock transactions',
      `Low stock: ${atBoth.name}`,
    ])
    expect(theirs.map(({ body }) => body)).toEqual([
      null,
      '1 on hand at Shop floor, minimum 1.',
      `Latest: Stock Out: ${atBoth.name}.`,
      null,
    ])
  })

  test('someone whose rights were reduced no longer sees earlier notifications beyond them', async () => {
    const { me, main, shop, product } = await stocked(app)
    const { id } = await product(5, { min_stock_level: 4 })
    const member = await limitedMember(app, me, null, 'staff')
    await take(me, id, 2, { location_id: main })
    expect(titles(await notificationsOf(member, 'low_stock', 'transaction'))).toHaveLength(2)
    await changeLocations(app, member, [shop])
    expect(await notificationsOf(member)).toEqual([])
    expect(await member.call(listNotifications, {})).toMatchObject({ unread: 0 })
  })

  test("the settings' flags apply: without low_stock_alerts no alert, without transaction_notifications no transaction or order", async () => {
    const s = await selling(app)
    const { id, name } = await s.product(5, { min_stock_level: 4 })
    const [noAlerts, noTransactions] = [await colleague(app, s.me, 'staff'), await colleague(app, s.me, 'staff')]
    await noAlerts.call(saveSettings, { low_stock_alerts: false })
    await noTransactions.call(saveSettings, { transaction_notifications: false })
    await take(s.me, id, 2)
    const { order_number } = await s.order([[id, 1]])
    expect(titles(await notificationsOf(noAlerts))).toEqual([`${order_number} created`, `Stock Out: ${name}`])
    expect(titles(await notificationsOf(noTransactions))).toEqual([`Low stock: ${name}`])
  })
})

test("a customer's name and an API key's are shown whole; of a former member's address, the part before @", async () => {
  const s = await selling(app)
  const { id: sales_order_id, order_number } = await s.order([[(await s.product(1)).id, 1]])
  const ask = (user_id: string, email: string, kind: NotificationKind = 'customer_question') =>
    app.db.transaction({ org_id: s.me.org_id, user_id }, (tx) =>
      notify(
        tx,
        { org_id: s.me.org_id, user_id, email },
        { kind, title: order_number, subject: { kind: 'sales_order', id: sales_order_id } },
      ),
    )
  for (const name of ['Food@Home', 'food@home.example', '@home']) await ask(newId(), name)
  await ask(newId(), 'Shop@Home', 'sales_order')
  await ask(newId(), 'gone@example.com', 'sales_order')
  const names = (await notificationsOf(s.me, 'customer_question', 'sales_order')).map(({ actor_name }) => actor_name)
  expect(names).toEqual(expect.arrayContaining(['Food@Home', 'food@home.example', '@home', 'Shop@Home', 'gone']))
  expect(names.join()).not.toContain('gone@')
})

test('an import is one notification for everyone who can import, with how many products became low', async () => {
  const { me, product } = await stocked(app)
  const made = await Promise.all(times(12, () => product(10, { min_stock_level: 3 })))
  const [staff, viewer] = [await colleague(app, me, 'staff'), await colleague(app, me, 'viewer')]
  await me.call(markAllNotificationsRead, {})
  const record = (await me.call(createImport, {
    products: made.map(({ name, sku, price }) => ({ name, sku, price })),
    categories: [],
    transactions: made.map(({ sku }) => ({ product_id: sku, type: 'out', quantity: 8 })),
  })) as ImportRecord
  const mine = (await notificationsOf(me, 'import_finished', 'low_stock', 'transaction')).map(
    ({ title, body, address }) => ({
      title,
      body,
      address,
    }),
  )
  expect(mine).toEqual([
    {
      title: 'Import finished',
      body: '12 transactions posted. 12 products became low or out of stock.',
      address: `/import/${record.id}`,
    },
  ])
  expect(titles(await notificationsOf(staff))).toEqual(['Import finished'])
  expect(await notificationsOf(viewer)).toEqual([])
  await me.call(undoImport, { id: record.id })
  expect(titles(await notificationsOf(staff))).toEqual(['Import undone', 'Import finished'])
})

describe('marking as read', () => {
  test('a notification has the time of the database, so those of two servers whose clocks differ stay in order', async () => {
    const { me } = await stocked(app)
    await notificationsOf(me)
    const notifyMe = (title: string) =>
      app.db.transaction({ org_id: me.org_id, user_id: null }, (tx) =>
        notify(
          tx,
          { org_id: me.org_id, user_id: null },
          { kind: 'ledger_check', title, subject: { kind: 'settings', id: null } },
        ),
      )
    await notifyMe('seen')
    const [seen] = await notificationsOf(me)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 })
    onTestFinished(() => void vi.useRealTimers())
    await notifyMe('by a server whose clock is late')
    vi.useRealTimers()
    await me.call(markAllNotificationsRead, { until: seen?.happened_at })
    expect((await notificationsOf(me)).map(({ title, is_read }) => [title, is_read]).slice(0, 2)).toEqual([
      ['by a server whose clock is late', false],
      ['seen', true],
    ])
  })

  test('marks one, or all that were seen, and never those of others', async () => {
    const { me, product } = await stocked(app)
    const other = await colleague(app, me, 'staff')
    const made = [await product(2), await product(2), await product(2)]
    await notificationsOf(me)
    await me.call(markAllNotificationsRead, {})
    for (const { id } of made) await take(me, id, 2)
    const items = await notificationsOf(me, 'out_of_stock')
    expect(items).toHaveLength(3)
    const [newest, second] = items
    const one = { notification_id: second?.id ?? '' }
    expect(await me.call(markNotificationRead, one)).toEqual({ unread: 2 })
    expect(await me.call(markNotificationRead, one)).toEqual({ unread: 2 })
    expect(await other.refused(markNotificationRead, one)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await me.call(markAllNotificationsRead, { until: second?.happened_at })).toEqual({ unread: 1 })
    expect((await me.call(listNotifications, { only: 'unread' })).items).toMatchObject([{ id: newest?.id }])
    expect((await notificationsOf(other, 'out_of_stock')).filter(({ is_read }) => is_read)).toEqual([])
  })

  test('the list is paged, newest first', async () => {
    const { me, product } = await stocked(app)
    for (const { id } of [await product(1), await product(1), await product(1)]) await take(me, id, 1)
    const all = await notificationsOf(me)
    const first = await me.call(listNotifications, { limit: 2 })
    const rest = await me.call(listNotifications, { limit: 2, cursor: first.next ?? '' })
    expect([...first.items, ...rest.items]).toEqual(all)
    expect(rest.next).toBeNull()
    expect(first.unread).toBe(3)
  })
})
