import { expect, test } from 'vitest'
import { updateLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createSalesOrder, readSalesOrder } from '../../contract/sales-orders.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { newId } from '../platform/ids.ts'
import type { Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { answerOrCode, groupingApp, inGroupsAndOneByOne, untilAccepted } from '../testing/groups.ts'
import { stocked } from '../testing/stocked.ts'
import { times } from '../testing/together.ts'
import { tracesOf } from '../testing/traces.ts'

const app = await groupingApp()

const line = (product: { id: string }, quantity = 1) => ({ product_id: product.id, quantity, unit_price: 2.5 })

test('orders of several people are created in groups, and each row is audited with its person', async () => {
  const { me, product } = await stocked(app)
  const people = [me, ...(await Promise.all(times(3, () => colleague(app, me, 'staff'))))]
  const goods = await Promise.all(times(6, () => product(500)))
  const { result, groups, members, failedGroups } = await app.gather(
    times(160, (n) => async () => {
      const person = people[n % 4] as Client
      const lines = times(3, (i) => line(goods[(n + i) % 6] as { id: string }, i + 1))
      const order = await person.call(createSalesOrder, { customer_name: `Customer ${n % 7}`, lines })
      return { person, order }
    }),
  )
  expect(failedGroups).toBe(0)
  expect(members / groups).toBeGreaterThanOrEqual(8)
  expect(new Set(result.map(({ order }) => order.order_number)).size).toBe(160)
  for (const { person, order } of result) {
    expect(order).toMatchObject({ user_id: person.user_id, total_amount: 15, backordered: 0, readiness: 'ready' })
    expect(order.lines.map(({ quantity, reserved_quantity }) => [quantity, reserved_quantity])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  }
  const { person, order } = result[77] as (typeof result)[number]
  // It reserved stock that other orders took from too.
  const now = await person.call(readSalesOrder, { id: order.id })
  const withoutStock = ({ lines, ...rest }: typeof now) => ({
    ...rest,
    lines: lines.map(({ available: _a, shippable_quantity: _s, ...others }) => others),
  })
  expect(withoutStock(order)).toEqual(withoutStock(now))
  const { rows } = await app.admin.query<{ table_name: string; wrong: number; rows: number }>(
    `select a.table_name, count(*)::int as rows, (count(*) filter (where a.user_id <> o.user_id))::int as wrong
     from audit_trail a
     join sales_orders o on o.org_id = a.org_id and o.id in (a.record_id, (a.new_values ->> 'sales_order_id')::uuid)
     where a.org_id = $1 and a.table_name in ('sales_orders', 'sales_order_items') group by a.table_name order by 1`,
    [me.org_id],
  )
  expect(rows).toEqual([
    { table_name: 'sales_order_items', rows: 480, wrong: 0 },
    { table_name: 'sales_orders', rows: 160, wrong: 0 },
  ])
  await expectSound(app)
})

/** What they write, and what of it depends on the order in which they arrive. */
const tables = {
  sales_orders: [],
  sales_order_items: [],
  customers: [],
  order_processing: [],
  status_changes: [],
  stock_demands: [],
  stock_commitments: [],
  stock_levels: ['version'],
  stock_movements: ['line_no'],
  product_totals: [],
  stock_months: [],
}

test('orders created together have the same result as one by one', async () => {
  const { members, inGroups, oneByOne } = await inGroupsAndOneByOne(app, async (one) => {
    const { me, main, product } = await stocked(one)
    await colleague(one, me, 'staff')
    const goods = await Promise.all([product(9), product(5_000), product(0)])
    const asked = times(40, (n) => ({
      customer_name: `Customer ${n % 5}`,
      customer_email: n % 5 === 1 ? 'one@example.com' : null,
      customer_phone: n % 5 === 2 ? '123' : null,
      notes: n % 2 ? 'by noon' : null,
      status: n % 3 ? ('pending' as const) : ('processing' as const),
      location_id: n % 4 ? null : main,
      // Whatever the order of arrival, the same number waits for scarce products.
      lines: goods.map((one_of, i) => ({
        ...line(one_of),
        quantity: i === 1 ? n + 1 : 1,
        unit_price: n % 7 ? 2.35 : 0,
      })),
    }))
    const { members } = await one.gather(
      asked.map((input, n) => () => me.call(createSalesOrder, input, { idempotencyKey: `order-${n}` })),
    )
    return { members, result: await tracesOf(one, me.org_id, tables) }
  })
  expect(members).toBeGreaterThan(20)
  expect(inGroups).toMatchObject({ notifications: { sales_order: 40 } })
  expect(inGroups).toEqual(oneByOne)
})

test.each(['first', 'in the middle', 'last'] as const)(
  "an order refused %s doesn't affect the others of its group",
  async (where) => {
    const { me, shop, product } = await stocked(app)
    const stranger = await app.signUp()
    const viewer = await colleague(app, me, 'viewer')
    const [chai, archived] = [await product(1_000), await product(0)]
    await app.admin.query('update products set archived_at = now() where id = $1', [archived.id])
    await me.call(updateLocation, { id: shop, name: 'Shop floor', is_active: false, version: 1 })
    const { id: known } = await me.call(createSalesOrder, { customer_name: 'Known', lines: [line(chai)] })
    const good = (more: object = {}) => ({ customer_name: 'Good', lines: [line(chai)], ...more })
    const wrong: [string, Client, object][] = [
      ['not_found', me, good({ lines: [{ ...line(chai), product_id: newId() }] })],
      ['product_archived', me, good({ lines: [line(archived)] })],
      ['too_many_decimals', me, good({ lines: [line(chai, 1.5)] })],
      ['not_found', me, good({ customer_id: newId() })],
      ['not_found', me, good({ location_id: newId() })],
      ['location_not_active', me, good({ location_id: shop })],
      ['already_exists', me, good({ id: known })],
      ['number_too_large', me, good({ lines: [{ ...line(chai, 90_000_000_000), unit_price: 90_000_000 }] })],
      ['forbidden', viewer, good()],
      ['not_found', stranger.in(me.org_id), good()],
    ]
    const right = times(2 * wrong.length, (n) => [null, me, good({ customer_name: `Good ${n}` })] as const)
    const index = { first: 0, 'in the middle': wrong.length, last: right.length }[where]
    const all = [...right.slice(0, index), ...wrong, ...right.slice(index)]
    const { result, groups } = await app.gather(
      all.map(
        ([, person, input]) =>
          () =>
            answerOrCode(person.call(createSalesOrder, input as never)),
      ),
    )
    await app.admin.query('update products set archived_at = null where id = $1', [archived.id])
    expect(groups).toBeGreaterThan(0)
    expect(result.map((answer) => (typeof answer === 'string' ? answer : null))).toEqual(all.map(([code]) => code))
    // Refused orders left no customer and no number either.
    const { rows } = await app.admin.query(
      `select (select count(*)::int from sales_orders where org_id = $1) as orders,
         (select count(*)::int from customers where org_id = $1) as customers`,
      [me.org_id],
    )
    expect(rows).toEqual([{ orders: right.length + 1, customers: right.length + 1 }])
    await expectSound(app)
  },
)

test('orders created together never promise a unit twice', async () => {
  const { me, product, stock } = await stocked(app)
  const scarce = await product(10)
  const { result: orders } = await app.gather(
    times(
      40,
      (n) => () =>
        untilAccepted(() => me.call(createSalesOrder, { customer_name: `C ${n % 3}`, lines: [line(scarce)] })),
    ),
  )
  expect(orders.filter(({ backordered }) => backordered === 0)).toHaveLength(10)
  expect(await stock(scarce.id)).toMatchObject({ on_hand: 10, reserved: 10, backordered: 30 })
  await expectSound(app)
})

test('with one key an order is created once', async () => {
  const { me, product } = await stocked(app)
  const chai = await product(50)
  const asked = { id: newId(), customer_name: 'Twice', lines: [line(chai)] }
  const { result: answers } = await app.gather(
    times(20, () => () => answerOrCode(me.call(createSalesOrder, asked, { idempotencyKey: 'one' }))),
  )
  expect(new Set(answers.filter((one) => one !== 'in_progress').map((one) => JSON.stringify(one))).size).toBe(1)
  const again = await me.call(createProduct, { name: 'Other', sku: 'OTHER', price: 1 })
  expect(await answerOrCode(me.call(createSalesOrder, { ...asked, lines: [line(again)] }))).toBe('already_exists')
})
