import { expect, test } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { lockAwaited } from '../../server/testing/lock-awaited.ts'
import { sql } from '../../server/platform/sql.ts'
import { archiveProduct, recordPrices, restoreProduct, setMinimum } from '../products.ts'
import { postGroup } from '../post-group.ts'
import { postStock } from '../post-stock.ts'
import { keepLocationSets } from '../location-sets.ts'
import { keepAllLocationSets, limitMembers } from './limit-members.ts'
import { testStock, type TestOrganization } from './scenarios.ts'

// The sums of the locations that members are limited to. `stock.sound` compares them with the levels (invariant 65).

const stock = await testStock()

const limit = (org: TestOrganization, ...sets: string[][]) =>
  org.inTx((tx) => limitMembers(stock.admin, tx, org.org_id, sets))

type Sums = { units: number; value_at_price: number; low: number; out: number }

function sums(org: TestOrganization, location_ids: string[]): Promise<Sums | undefined> {
  return org.inTx(async (tx) => {
    await tx.useLocations(location_ids)
    return tx.maybe(sql<Sums>`select * from app.own_location_sums(${org.org_id})`)
  })
}

function low(org: TestOrganization, location_ids: string[], out = false): Promise<string[]> {
  return org.inTx(async (tx) => {
    await tx.useLocations(location_ids)
    const rows = await tx.all(
      sql<{ id: string }>`select id from app.own_low_products(${org.org_id}, ${out}, 100) as low (id)`,
    )
    return rows.map(({ id }) => id)
  })
}

function entry(product_id: string, quantity: number) {
  const type = quantity > 0 ? ('in' as const) : ('out' as const)
  return { product_id, type, reason: 'other', quantity: Math.abs(quantity) }
}

const moved = (product_id: string, quantity: number, from_location_id: string, to_location_id: string) => ({
  product_id,
  quantity,
  from_account: 'available' as const,
  from_location_id,
  to_account: 'available' as const,
  to_location_id,
})

test('the sums of a set of locations follow postings, transfers, prices, minimums and archiving', async () => {
  const org = await stock.organization()
  const first = await org.product({ stock: 10, price: 2.5, minimum: 3 })
  const second = await org.product({ price: 4 })
  await limit(org, [org.main], [org.second], [org.second, org.main])
  expect(await sums(org, [org.main])).toEqual({ units: 10, value_at_price: 25, low: 1, out: 1 })
  expect(await sums(org, [org.second])).toEqual({ units: 0, value_at_price: 0, low: 2, out: 2 })
  expect(await sums(org, [org.main, org.second])).toEqual({ units: 10, value_at_price: 25, low: 1, out: 1 })

  await org.post([{ ...entry(first, -8), location_id: org.main }])
  await org.post([
    { ...entry(second, 6), location_id: org.main },
    { ...entry(first, 2), location_id: org.second },
  ])
  expect(await sums(org, [org.main])).toEqual({ units: 8, value_at_price: 29, low: 1, out: 0 })
  expect(await low(org, [org.main])).toEqual([first])
  expect(await sums(org, [org.second])).toEqual({ units: 2, value_at_price: 5, low: 2, out: 1 })
  expect(await low(org, [org.second])).toEqual([second, first])
  expect(await low(org, [org.second], true)).toEqual([second])
  expect(await sums(org, [org.main, org.second])).toEqual({ units: 10, value_at_price: 34, low: 0, out: 0 })

  await org.post([moved(second, 6, org.main, org.second)])
  expect(await sums(org, [org.main])).toEqual({ units: 2, value_at_price: 5, low: 2, out: 1 })
  expect(await sums(org, [org.second])).toEqual({ units: 8, value_at_price: 29, low: 1, out: 0 })
  expect(await sums(org, [org.main, org.second])).toEqual({ units: 10, value_at_price: 34, low: 0, out: 0 })

  await org.inTx((tx) => setMinimum(tx, org.actor, { product_id: first, minimum: 4 }))
  expect(await low(org, [org.main, org.second])).toEqual([first])
  await org.inTx(async (tx) => {
    await tx.run(sql`update products set price = price * 2 where org_id = ${org.org_id}`)
    await recordPrices(tx, org.actor, [first, second])
  })
  expect(await sums(org, [org.main, org.second])).toEqual({ units: 10, value_at_price: 68, low: 1, out: 0 })
  await org.post([{ product_id: second, location_id: org.second, count_from: 6, count_to: 0 }])
  await org.inTx((tx) => archiveProduct(tx, org.actor, second))
  expect(await sums(org, [org.second])).toEqual({ units: 2, value_at_price: 10, low: 1, out: 0 })
  await org.inTx((tx) => restoreProduct(tx, org.actor, second))
  expect(await sums(org, [org.second])).toEqual({ units: 2, value_at_price: 10, low: 2, out: 1 })
  await org.product({ stock: 1 })
  expect(await sums(org, [org.second])).toMatchObject({ low: 3, out: 2 })
  await stock.sound()
})

test('a member sees the sums of exactly their locations, and a set that no member has anymore is forgotten', async () => {
  const org = await stock.organization()
  await org.product({ stock: 5 })
  await limit(org, [org.main])
  expect(await sums(org, [org.main])).toMatchObject({ units: 5 })
  expect(await sums(org, [org.second])).toBeUndefined()
  expect(await sums(org, [org.main, org.second])).toBeUndefined()
  expect(await low(org, [org.second])).toEqual([])
  const { rows } = await stock.admin.query('select kind from outbox where org_id = $1', [org.org_id])
  expect(rows).toContainEqual({ kind: 'location_sets' })
  await stock.admin.query('delete from members where org_id = $1 and location_ids is not null', [org.org_id])
  await org.inTx((tx) => keepAllLocationSets(tx, org.org_id, 0))
  expect(await sums(org, [org.main])).toBeUndefined()
  await org.post([{ ...entry(await org.product(), 1), location_id: org.main }])
  await stock.sound()
})

test('a set is forgotten although another contains its locations', async () => {
  const org = await stock.organization()
  await org.product({ stock: 5 })
  await limit(org, [org.main], [org.main, org.second])
  await stock.admin.query('delete from members where org_id = $1 and cardinality(location_ids) = 1', [org.org_id])
  await org.inTx((tx) => keepAllLocationSets(tx, org.org_id, 0))
  expect(await sums(org, [org.main])).toBeUndefined()
  expect(await sums(org, [org.main, org.second])).toMatchObject({ units: 5 })
})

test('a set with many low products is forgotten in parts, and counted again if a member has it again', async () => {
  const org = await stock.organization()
  const product_id = await org.product({ stock: 5 })
  await limit(org, [org.main], [org.second])
  await stock.admin.query(
    `insert into location_set_low (org_id, set_id, product_id, low_ratio_sort, is_out)
     select s.org_id, s.id, gen_random_uuid(), 0, true from location_sets s, generate_series(1, 50000)
     where s.org_id = $1 and s.location_ids = array[$2]::uuid[]`,
    [org.org_id, org.main],
  )
  const members = `members where org_id = $1 and location_ids = array[$2]::uuid[]`
  await stock.admin.query(`delete from ${members}`, [org.org_id, org.main])
  await org.post([{ ...entry(product_id, -5), location_id: org.main }])
  expect(await org.inTx((tx) => keepLocationSets(tx, org.org_id, 0))).toBe(true)
  expect(await sums(org, [org.main])).toBeUndefined()
  expect(await low(org, [org.main])).toEqual([])
  await org.post([{ ...entry(product_id, 2), location_id: org.main }])
  await stock.sound()
  await limit(org, [org.main])
  expect(await sums(org, [org.main])).toMatchObject({ units: 2, low: 0 })
  expect(await sums(org, [org.second])).toMatchObject({ units: 0, low: 1 })
  await stock.sound()
})

test('a set is added while forty others write, and its sums are exact: no deadlock', async () => {
  const org = await stock.organization()
  const products: string[] = []
  for (let number = 0; number < 6; number++) products.push(await org.product({ stock: 500, price: 2, minimum: 480 }))
  const empty = await org.product()
  await limit(org, [org.second])
  const some = (index: number) => products[index % products.length] as string
  const group = (index: number) =>
    [0, 1, 2].map((step) => ({
      actor: org.actor,
      posting: {
        id: newId(),
        kind: 'entry',
        lines: [{ ...entry(some(index + step), 1 - step || 2), location_id: org.main }],
      },
    }))
  const kinds: ((index: number) => Promise<unknown>)[] = [
    (index) => org.post([{ ...entry(some(index), 3), location_id: org.second }]),
    (index) => org.post([{ ...entry(some(index), -4), location_id: org.main }]),
    (index) => org.post([0, 1, 2].map((step) => ({ ...entry(some(index + step), 1 + step), location_id: org.second }))),
    (index) => org.post([moved(some(index), 2, org.main, org.second)]),
    (index) => org.inTx((tx) => postGroup(tx, org.org_id, group(index))),
    (index) => org.inTx((tx) => setMinimum(tx, org.actor, { product_id: some(index), minimum: (index * 37) % 900 })),
    (index) =>
      org.inTx(async (tx) => {
        await tx.run(sql`update products set price = price + 1 where org_id = ${org.org_id} and id = ${some(index)}`)
        await recordPrices(tx, org.actor, [some(index)])
        const lines = [{ ...entry(some(index), 1), location_id: org.main }]
        await postStock(tx, org.actor, { id: newId(), kind: 'entry', lines })
      }),
    () =>
      org.inTx(async (tx) => {
        await archiveProduct(tx, org.actor, empty)
        await restoreProduct(tx, org.actor, empty)
      }),
  ]
  const work = Array.from(
    { length: 320 },
    (_, index) => () => (kinds[index % kinds.length] as (n: number) => Promise<unknown>)(index),
  )
  const workers = Array.from({ length: 40 }, async () => {
    for (let next = work.shift(); next; next = work.shift()) await next()
  })
  await Promise.all([...workers, limit(org, [org.main], [org.main, org.second])])
  expect((await stock.admin.query('select from location_sets where org_id = $1', [org.org_id])).rowCount).toBe(3)
  await stock.sound()
})

test('sums are kept for the twenty most frequent sets of an organization with enough products', async () => {
  const org = await stock.organization()
  await org.product({ stock: 5 })
  const keep = (products: number) => org.inTx((tx) => keepAllLocationSets(tx, org.org_id, products))
  const count = async () =>
    (await stock.admin.query('select from location_sets where org_id = $1', [org.org_id])).rowCount
  await limit(org, [org.second, org.main], [org.main, org.second], ...Array.from({ length: 21 }, () => [newId()]))
  expect(await count()).toBe(20)
  expect(await sums(org, [org.main, org.second])).toMatchObject({ units: 5 })
  await keep(2)
  expect(await count()).toBe(0)
  await stock.admin.query('delete from outbox where org_id = $1', [org.org_id])
  const queued = async (products: number) => {
    await stock.admin.query('select app.queue_missing_location_sets($1, 1)', [products])
    return (await stock.admin.query('select kind from outbox where org_id = $1', [org.org_id])).rows
  }
  expect(await queued(2)).toEqual([])
  expect(await queued(1)).toEqual([{ kind: 'location_sets' }])
  expect(await queued(1)).toEqual([{ kind: 'location_sets' }])
  await keep(1)
  expect(await count()).toBe(20)
})

test('a set that is counted in parts has the changes to what is counted, and no sums until all of it is', async () => {
  const org = await stock.organization()
  const products = [await org.product({ stock: 1 }), await org.product({ stock: 2 }), await org.product({ stock: 3 })]
  const id = newId()
  await stock.admin.query('insert into location_sets (org_id, id, location_ids) values ($1, $2, $3::uuid[])', [
    org.org_id,
    id,
    [org.main],
  ])
  for (let part = 0; part < 4; part++) {
    expect(await sums(org, [org.main])).toBeUndefined()
    for (const product of products) await org.post([{ ...entry(product, 1), location_id: org.main }])
    await stock.sound()
    await stock.admin.query('select kernel.extend_location_set($1, $2, 1)', [org.org_id, id])
    await org.product({ stock: 1 })
  }
  while ((await sums(org, [org.main])) === undefined)
    await stock.admin.query('select kernel.extend_location_set($1, $2, 1)', [org.org_id, id])
  expect(await sums(org, [org.main])).toMatchObject({ units: 22 })
  await stock.sound()
})

test('while the work on the sets waits for a long transaction, others post', async () => {
  const org = await stock.organization()
  const product_id = await org.product({ stock: 5 })
  await limit(org, [org.main])
  const held = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const importing = org.inTx(async (tx) => {
    await setMinimum(tx, org.actor, { product_id: await org.product(), minimum: 3 })
    held.resolve()
    await isOver.promise
  })
  await held.promise
  const keeping = org.inTx(async (tx) => {
    await tx.run(sql`set local lock_timeout = '10s'`)
    return keepLocationSets(tx, org.org_id, 0)
  })
  const outcome = keeping.catch((error: unknown) => error)
  try {
    await lockAwaited(stock.admin)
    await org.inTx(async (tx) => {
      await tx.run(sql`set local lock_timeout = '5s'`)
      const lines = [{ ...entry(product_id, 1), location_id: org.main }]
      await postStock(tx, org.actor, { id: newId(), kind: 'entry', lines })
    })
    expect(await outcome).toMatchObject({ code: '55P03' })
  } finally {
    isOver.resolve()
  }
  await importing
  expect(await org.inTx((tx) => keepLocationSets(tx, org.org_id, 0))).toBe(false)
  expect(await sums(org, [org.main])).toMatchObject({ units: 6 })
  await stock.sound()
})
