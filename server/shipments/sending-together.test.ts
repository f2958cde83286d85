import { expect, test } from 'vitest'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { changeShipmentStatus, readShipment, type Shipment } from '../../contract/shipments.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { newId } from '../platform/ids.ts'
import type { Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { answerOrCode, groupingApp, inGroupsAndOneByOne, untilAccepted } from '../testing/groups.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { selling, type Selling } from '../testing/selling.ts'
import { times } from '../testing/together.ts'
import { tracesOf } from '../testing/traces.ts'

const app = await groupingApp()

const send = (person: Client, { id }: { id: string }, more: object = {}) =>
  person.call(changeShipmentStatus, { shipment_id: id, status: 'in_transit', ...more })

/** Pending shipments, each of an order of its own that reserves all of the same products. */
async function pendingOf(s: Selling, count: number, lines: [string, number][]): Promise<[SalesOrder, Shipment][]> {
  return Promise.all(
    times(count, async () => {
      const order = await s.order(lines)
      return [order, await s.plan(order, ...lines.map(([, quantity], item) => ({ item, quantity })))] as const
    }),
  ) as Promise<[SalesOrder, Shipment][]>
}

test('shipments that several people send leave in groups, and each row is audited with its person', async () => {
  const s = await selling(app)
  const people = [s.me, await colleague(app, s.me, 'staff')]
  const [first, second] = [await s.product(500), await s.product(500)]
  const waiting = await pendingOf(s, 64, [
    [first.id, 2],
    [second.id, 3],
  ])
  const { result, groups, members, failedGroups } = await app.gather(
    waiting.map(
      ([, shipment], n) =>
        () =>
          send(people[n % 2] as Client, shipment, { version: 1 }),
    ),
  )
  expect(failedGroups).toBe(0)
  expect(members / groups).toBeGreaterThanOrEqual(8)
  for (const shipment of result) expect(shipment).toMatchObject({ status: 'in_transit', version: 2, units: 5 })
  expect(result[33]).toEqual(await s.me.call(readShipment, { shipment_id: result[33]?.id ?? '' }))
  const order = await s.read(waiting[20]?.[0] ?? { id: '' })
  expect(order).toMatchObject({ status: 'shipped', lines: [{ shipped_quantity: 2 }, { shipped_quantity: 3 }] })
  expect(order.steps.map(({ name, status }) => [name, status])).toContainEqual(['Shipped', 'completed'])
  expect(await s.stock(first.id)).toMatchObject({ on_hand: 500 - 128, reserved: 0 })
  expect(await s.stock(second.id)).toMatchObject({ on_hand: 500 - 192, reserved: 0 })
  const { rows } = await app.admin.query<{ table_name: string; user_id: string; rows: number }>(
    `select a.table_name, a.user_id, count(*)::int as rows from audit_trail a
     where a.org_id = $1 and (a.table_name = 'shipments' and a.new_values ->> 'status' = 'in_transit'
       or a.table_name = 'sales_orders' and a.new_values ->> 'status' = 'shipped')
     group by 1, 2 order by 1, 2`,
    [s.me.org_id],
  )
  expect(rows).toEqual(
    ['sales_orders', 'shipments'].flatMap((table_name) =>
      people
        .map(({ user_id }) => user_id)
        .toSorted()
        .map((user_id) => ({ table_name, user_id, rows: 32 })),
    ),
  )
  await expectSound(app)
})

/** What they write. */
const tables = {
  sales_orders: [],
  sales_order_items: [],
  shipments: [],
  shipment_items: [],
  order_processing: [],
  status_changes: [],
  stock_demands: [],
  stock_commitments: [],
  stock_levels: [],
  stock_movements: [],
  product_totals: [],
  stock_months: [],
  product_months: [],
}

test('shipments sent together have the same result as one by one', async () => {
  const { members, inGroups, oneByOne } = await inGroupsAndOneByOne(app, async (one) => {
    const s = await selling(one)
    const [first, second] = [await s.product(400), await s.product(400)]
    const waiting = await pendingOf(s, 15, [[first.id, 2]])
    // Half of an order: it is shipped only with the next one.
    const parts = await Promise.all(
      times(15, async (n) => {
        const order = await s.order([
          [first.id, 4],
          [second.id, n + 1],
        ])
        return s.plan(order, { item: 0, quantity: 3 }, { item: 1, quantity: 1 })
      }),
    )
    await colleague(one, s.me, 'staff')
    const shipments = [...waiting.map(([, shipment]) => shipment), ...parts]
    const { members } = await one.gather(
      shipments.map(
        ({ id }, n) =>
          () =>
            s.me.call(changeShipmentStatus, { shipment_id: id, status: 'in_transit' }, { idempotencyKey: `send-${n}` }),
      ),
    )
    return { members, result: await tracesOf(one, s.me.org_id, tables) }
  })
  expect(members).toBeGreaterThan(15)
  expect(inGroups).toMatchObject({ notifications: { shipment: 30 } })
  expect(inGroups).toEqual(oneByOne)
})

test.each(['first', 'in the middle', 'last'] as const)(
  "a shipment refused %s doesn't affect the others of its group",
  async (where) => {
    const s = await selling(app)
    const viewer = await colleague(app, s.me, 'viewer')
    const stranger = await app.signUp()
    const [chai, scarce] = [await s.product(100), await s.product(1)]
    const waiting = await pendingOf(s, 22, [[chai.id, 1]])
    const pending = (n: number) => waiting[n]?.[1] as Shipment
    const [[, short]] = (await pendingOf(s, 1, [[scarce.id, 2]])) as [[SalesOrder, Shipment]]
    await s.move(pending(16), 'failed')
    await send(s.me, pending(17))
    const wrong: [string, Client, object, object?][] = [
      ['not_found', s.me, { id: newId() }],
      ['wrong_status', s.me, pending(16)],
      ['wrong_status', s.me, pending(17)],
      ['conflict', s.me, pending(18), { version: 7 }],
      ['insufficient_stock', s.me, short],
      ['forbidden', viewer, pending(19)],
      ['not_found', stranger.in(s.me.org_id), pending(20)],
    ]
    const right = times(16, (n) => [null, s.me, pending(n)] as const)
    const index = { first: 0, 'in the middle': 8, last: right.length }[where]
    const all = [...right.slice(0, index), ...wrong, ...right.slice(index)]
    const { result, groups, failedGroups } = await app.gather(
      all.map(
        ([, person, one, more]) =>
          () =>
            answerOrCode(send(person, one as { id: string }, more)),
      ),
    )
    expect(groups).toBeGreaterThan(0)
    expect(failedGroups).toBe(0)
    expect(result.map((answer) => (typeof answer === 'string' ? answer : null))).toEqual(all.map(([code]) => code))
    expect((await s.stock(chai.id)).on_hand).toBe(100 - 17)
    await expectSound(app)
  },
)

test('shipments of one order sent at once all leave, and so does one sent by twenty requests, once', async () => {
  const s = await selling(app)
  const chai = await s.product(30)
  const order = await s.order([[chai.id, 12]])
  const parts = await Promise.all(times(12, () => s.plan(order, 1)))
  const [[, same]] = (await pendingOf(s, 1, [[chai.id, 5]])) as [[SalesOrder, Shipment]]
  const { result, failedGroups } = await app.gather([
    ...parts.map((part) => () => answerOrCode(untilAccepted(() => send(s.me, part)))),
    ...times(20, () => () => answerOrCode(untilAccepted(() => send(s.me, same)))),
  ])
  expect(failedGroups).toBe(0)
  const codes = result.filter((answer) => typeof answer === 'string')
  expect([result.length - codes.length, new Set(codes)]).toEqual([13, new Set(['wrong_status'])])
  expect(await s.read(order)).toMatchObject({ status: 'shipped', lines: [{ shipped_quantity: 12 }] })
  expect(await s.stock(chai.id)).toMatchObject({ on_hand: 13, reserved: 0 })
  await expectSound(app)
})

test('shipments leave one by one if the ledger refuses one after all', async () => {
  const s = await selling(app)
  const [chai, lost] = [await s.product(50), await s.product(5)]
  const waiting = await pendingOf(s, 12, [[chai.id, 1]])
  const [[, ofLost]] = (await pendingOf(s, 1, [[lost.id, 5]])) as [[SalesOrder, Shipment]]
  const all = [...waiting.slice(0, 6), [null, ofLost] as const, ...waiting.slice(6)].map(([, shipment]) => shipment)
  await app.admin.query('begin')
  try {
    // The check doesn't read the product; the posting waits for its lock.
    await app.admin.query('select from products where id = $1 for update', [lost.id])
    await app.admin.query('update products set archived_at = now() where id = $1', [lost.id])
    const sending = app.gather(all.map((shipment) => () => answerOrCode(send(s.me, shipment))))
    await lockAwaited(app.admin)
    await app.admin.query('commit')
    const { result, failedGroups } = await sending
    expect(failedGroups).toBe(1)
    expect(result.map((answer) => (typeof answer === 'string' ? answer : answer.status))).toEqual(
      all.map((shipment) => (shipment === ofLost ? 'product_archived' : 'in_transit')),
    )
  } finally {
    await app.admin.query('rollback')
  }
  await app.admin.query('update products set archived_at = null where id = $1', [lost.id])
  expect((await s.stock(chai.id)).on_hand).toBe(38)
  await expectSound(app)
})

test('a note on sending is kept in the history, whether the shipment leaves in a group or alone', async () => {
  const s = await selling(app)
  const product = await s.product(50)
  const waiting = await pendingOf(s, 12, [[product.id, 1]])
  const notes = (n: number) => (n % 2 === 0 ? `Pallet ${n}` : null)
  const { result, members } = await app.gather(
    waiting.map(
      ([, one], n) =>
        () =>
          send(s.me, one, { notes: notes(n) }),
    ),
  )
  expect(members).toBeGreaterThan(0)
  for (const [n, { status_changes }] of result.entries())
    expect(status_changes[0]).toMatchObject({ new_status: 'in_transit', notes: notes(n) })
  const [[, alone]] = (await pendingOf(s, 1, [[product.id, 1]])) as [[SalesOrder, Shipment]]
  expect((await send(s.me, alone, { notes: 'By hand' })).status_changes[0]).toMatchObject({ notes: 'By hand' })
})

test('units that expired since they were reserved stay, without affecting the others of the group', async () => {
  const s = await selling(app)
  const [chai, milk] = [await s.product(50), await s.product(0)]
  await s.me.call(createTransaction, {
    product_id: milk.id,
    type: 'in',
    quantity: 4,
    reason_code: 'purchase_order',
    location_id: s.main,
    lot_number: 'M-1',
  })
  const [[, ofMilk]] = (await pendingOf(s, 1, [[milk.id, 4]])) as [[SalesOrder, Shipment]]
  const waiting = await pendingOf(s, 12, [[chai.id, 1]])
  const { rowCount } = await app.admin.query(
    `update lots set expires_on = '2020-01-01' where product_id = $1 and lot_number = 'M-1'`,
    [milk.id],
  )
  expect(rowCount).toBe(1)
  const shipments = [...waiting.map(([, one]) => one), ofMilk]
  const { result, failedGroups } = await app.gather(shipments.map((one) => () => answerOrCode(send(s.me, one))))
  expect(failedGroups).toBe(0)
  expect(result.map((answer) => (typeof answer === 'string' ? answer : answer.status))).toEqual([
    ...times(12, () => 'in_transit'),
    'insufficient_stock',
  ])
  await expectSound(app)
})

test('of large shipments, as many leave together as a group may have lines, and the others alone', async () => {
  const s = await selling(app)
  const products = await Promise.all(times(45, () => s.product(100)))
  const all = await pendingOf(
    s,
    20,
    products.map(({ id }) => [id, 1]),
  )
  const { result, left, failedGroups } = await app.gather(
    all.map(
      ([, shipment]) =>
        () =>
          send(s.me, shipment),
    ),
  )
  expect(result.map(({ status }) => status)).toEqual(times(20, () => 'in_transit'))
  expect(left).toBeGreaterThan(0)
  expect(failedGroups).toBe(0)
})
