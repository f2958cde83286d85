import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { sql } from '../../server/platform/sql.ts'
import { archiveProduct, recordPrices, restoreProduct, setMinimum } from '../products.ts'
import { postGroup } from '../post-group.ts'
import { postMany, postStock } from '../post-stock.ts'
import { opening, testStock, type TestOrganization } from './scenarios.ts'

const stock = await testStock()

type Sums = { products: number; archived: number; units: number; value_at_price: number; low: number; out: number }

function sums(org: TestOrganization): Promise<Sums> {
  return org.inTx((tx) => tx.one(sql<Sums>`select * from app.product_summary(${org.org_id})`))
}

async function category(org: TestOrganization): Promise<string> {
  const id = newId()
  await stock.admin.query(
    `insert into categories (org_id, id, user_id, name, color) values ($1, $2, $2, $3, '#FF0000')`,
    [org.org_id, id, id],
  )
  return id
}

function entry(product_id: string, quantity: number) {
  return {
    product_id,
    type: quantity > 0 ? ('in' as const) : ('out' as const),
    reason: 'other',
    quantity: Math.abs(quantity),
  }
}

test('the figures follow postings, counts, prices, limits and archiving', async () => {
  const org = await stock.organization()
  const first = await org.product({ stock: 10, price: 2.5, minimum: 3 })
  const second = await org.product({ price: 4, decimals: 4 })
  expect(await sums(org)).toEqual({ products: 2, archived: 0, units: 10, value_at_price: 25, low: 1, out: 1 })
  await org.post([{ ...entry(first, -7), location_id: org.main }])
  await org.post([
    { ...entry(second, 0.0001), location_id: org.main },
    { ...entry(first, 1), location_id: org.second },
  ])
  expect(await sums(org)).toEqual({ products: 2, archived: 0, units: 4.0001, value_at_price: 10, low: 0, out: 0 })
  await org.inTx((tx) => setMinimum(tx, org.actor, { product_id: first, minimum: 4 }))
  expect(await sums(org)).toMatchObject({ low: 1 })
  await org.inTx(async (tx) => {
    await tx.run(sql`update products set price = price * 2 where org_id = ${org.org_id}`)
    await recordPrices(tx, org.actor, [first, second])
  })
  expect(await sums(org)).toMatchObject({ value_at_price: 20 })
  await org.post([{ product_id: second, location_id: org.main, count_from: 0.0001, count_to: 0 }])
  await org.inTx((tx) => archiveProduct(tx, org.actor, second))
  expect(await sums(org)).toEqual({ products: 1, archived: 1, units: 4, value_at_price: 20, low: 1, out: 0 })
})

test('products that change category move their totals to it, also many at once', async () => {
  const org = await stock.organization()
  const ids = [
    await org.product({ stock: 2, price: 3 }),
    await org.product({ stock: 5, price: 1 }),
    await org.product(),
  ]
  const tools = await category(org)
  await stock.admin.query('update products set category_id = $2 where org_id = $1', [org.org_id, tools])
  const { rows } = await stock.admin.query(
    `select sum(products)::int as products, sum(value_at_price) as value from catalogue_totals where org_id = $1 and category_id = $2`,
    [org.org_id, tools],
  )
  expect(rows).toEqual([{ products: 3, value: 11 }])
  await stock.admin.query('delete from categories where org_id = $1', [org.org_id])
  expect(await sums(org)).toMatchObject({ products: 3, value_at_price: 11 })
  await org.inTx((tx) =>
    postMany(
      tx,
      org.actor,
      ids.map((id) => ({ id: newId(), kind: 'entry', lines: [opening(id, 1, org.main)] })),
    ),
  )
  expect(await sums(org)).toMatchObject({ units: 10, value_at_price: 25, out: 0 })
  await stock.sound()
})

test("a posting doesn't wait for another uncommitted one", async () => {
  const org = await stock.organization()
  const [first, second] = [await org.product({ stock: 5 }), await org.product({ stock: 5 })]
  const inner = await org.inTx(async (tx) => {
    await postStock(tx, org.actor, {
      id: newId(),
      kind: 'entry',
      lines: [{ ...entry(first, 1), location_id: org.main }],
    })
    return org.post([{ ...entry(second, 1), location_id: org.main }])
  })
  expect(inner.movements).toBe(1)
  expect(await sums(org)).toMatchObject({ units: 12 })
})

test('a group updates the sums of each category once, and creates those that are locked', async () => {
  const org = await stock.organization()
  const tools = await category(org)
  const products = [
    await org.product({ stock: 5, price: 1 }),
    await org.product({ stock: 5, price: 2, minimum: 4 }),
    await org.product({ stock: 5, price: 3 }),
    await org.product({ stock: 5, price: 4 }),
  ]
  const at = (n: number) => products[n] as string
  await stock.admin.query('update products set category_id = $2 where org_id = $1 and id = any ($3)', [
    org.org_id,
    tools,
    [at(2), at(3)],
  ])
  const member = (product_id: string, quantity: number) => ({
    actor: org.actor,
    posting: { id: newId(), kind: 'entry', lines: [{ ...entry(product_id, quantity), location_id: org.main }] },
  })
  const posted = await org.inTx(async (tx) => {
    const { posting } = member(at(0), 1)
    await postStock(tx, org.actor, posting)
    // The sums without a category are locked now.
    const group = [member(at(1), -2), member(at(2), 4), member(at(3), -5), member(at(1), -2)]
    return org.inTx((other) => postGroup(other, org.org_id, group))
  })
  expect(posted).toMatchObject([{ on_hand: 3 }, { on_hand: 9 }, { on_hand: 0 }, { on_hand: 1 }])
  expect(await sums(org)).toEqual({ products: 4, archived: 0, units: 16, value_at_price: 35, low: 2, out: 1 })
  const { rows } = await stock.admin.query(
    `select category_id = $2 as is_tools, count(*)::int as slots from catalogue_totals where org_id = $1 group by 1 order by 1`,
    [org.org_id, tools],
  )
  expect(rows).toEqual([
    { is_tools: false, slots: 2 },
    { is_tools: true, slots: 1 },
  ])
  await stock.sound()
})

test('forty concurrent changes of every kind: no deadlock, exact figures, and no more slots than writers', async () => {
  const org = await stock.organization()
  const products: string[] = []
  for (let number = 0; number < 6; number++) products.push(await org.product({ stock: 500, price: 2 }))
  const empty = await org.product()
  const tools = await category(org)
  const some = (index: number) => products[index % products.length] as string
  const kinds: ((index: number) => Promise<unknown>)[] = [
    (index) => org.post([{ ...entry(some(index), 3), location_id: org.main }]),
    (index) => org.post([{ ...entry(some(index), -2), location_id: org.main }]),
    (index) => org.post([0, 1, 2].map((step) => ({ ...entry(some(index + step), 1 + step), location_id: org.second }))),
    (index) => {
      const lines = [0, 1, 2].map((step) => ({ ...entry(some(index + step), 1 - step || 2), location_id: org.main }))
      const members = lines.map((line) => ({
        actor: org.actor,
        posting: { id: newId(), kind: 'entry', lines: [line] },
      }))
      return org.inTx((tx) => postGroup(tx, org.org_id, members))
    },
    // A save that changes the price and the quantity.
    (index) =>
      org.inTx(async (tx) => {
        await tx.run(sql`update products set price = price + 1 where org_id = ${org.org_id} and id = ${some(index)}`)
        await recordPrices(tx, org.actor, [some(index)])
        const lines = [{ ...entry(some(index), 1), location_id: org.main }]
        await postStock(tx, org.actor, { id: newId(), kind: 'entry', lines })
      }),
    (index) => org.inTx((tx) => setMinimum(tx, org.actor, { product_id: some(index), minimum: (index * 37) % 900 })),
    (index) =>
      org.inTx((tx) =>
        tx.run(
          sql`update products set category_id = ${index % 2 ? tools : null}::uuid where org_id = ${org.org_id} and id = ${some(index)}`,
        ),
      ),
    () =>
      org.inTx(async (tx) => {
        await archiveProduct(tx, org.actor, empty)
        await restoreProduct(tx, org.actor, empty)
      }),
  ]
  const work = Array.from(
    { length: 400 },
    (_, index) => () => (kinds[index % kinds.length] as (n: number) => Promise<unknown>)(index),
  )
  const workers = Array.from({ length: 40 }, async () => {
    for (let next = work.shift(); next; next = work.shift()) await next()
  })
  await Promise.all(workers)
  await stock.sound()
  const { rows } = await stock.admin.query(
    'select max(slots) <= 40 as few from (select count(*) as slots from catalogue_totals where org_id = $1 group by category_id) c',
    [org.org_id],
  )
  expect(rows).toEqual([{ few: true }])
})

test('an upgrade adds up existing stock', async () => {
  const org = await stock.organization()
  await org.product({ stock: 7, price: 3 })
  await stock.admin.query('delete from catalogue_totals; update product_totals set price = 0')
  await stock.admin.query(await readFile('ledger/sql/totals/follow_product.sql', 'utf8'))
  expect(await sums(org)).toMatchObject({ units: 7, value_at_price: 21 })
  await stock.sound()
})
