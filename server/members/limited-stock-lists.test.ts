import { beforeAll, expect, test } from 'vitest'
import { listCategories } from '../../contract/categories.ts'
import { listProducts } from '../../contract/products.ts'
import { keepAllLocationSets } from '../../ledger/testing/limit-members.ts'
import { listCategoriesQuery } from '../categories/queries.ts'
import { readDashboardQuery } from '../dashboard/queries.ts'
import { answerWriter } from '../platform/answer-writer.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { listProductsQuery } from '../products/list.ts'
import { listReorderSuppliersQuery } from '../products/to-reorder.ts'
import { type Client, testApp } from '../testing/app.ts'
import { countReads } from '../testing/count-reads.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { manyProducts } from '../testing/many-products.ts'
import { ownerOf } from '../testing/owner-of.ts'

// Six thousand products, a third of them with stock at the location of a limited member.

const app = await testApp({ choosesPlans: true })
let me: Client
let location_ids: string[]

beforeAll(async () => {
  me = await app.signUp()
  await manyProducts(app.admin, me.org_id, me.user_id, 6_000)
  const { rows } = await app.admin.query(`select id from locations where org_id = $1 and name = 'Location 0'`, [
    me.org_id,
  ])
  location_ids = [rows[0].id as string]
})

function asLimited<T>(read: (tx: Tx, actor: Actor) => Promise<T>, own = location_ids): Promise<T> {
  return app.db.transaction({ org_id: me.org_id, user_id: me.user_id }, async (tx) => {
    await tx.useLocations(own)
    // Two thousand levels are hashed for the items of a page; of a hundred thousand, each item's are looked up.
    await tx.run(sql`set local enable_hashjoin = off`)
    // As the server does for lists (plannedOnce): else the plan depends on the pages that this connection read before.
    await tx.run(sql`set local plan_cache_mode = force_generic_plan`)
    return read(tx, { ...ownerOf(me), location_ids: own })
  })
}

const writer = answerWriter(listProducts)

/** How many levels were read, from the table or its indexes. */
const levelsRead = (read: (tx: Tx, actor: Actor) => Promise<unknown>) =>
  asLimited(async (tx, actor) => {
    const { scanned, entries } = await countReads(tx, ['stock_levels'], () => read(tx, actor))
    return scanned + entries
  })

const page = (tx: Tx, actor: Actor, asked: object) =>
  listProductsQuery.run(tx, actor, listProducts.input.parse(asked) as never)

test('the first page of what is low or out looks up the next products only', async () => {
  for (const stock of ['low', 'out'])
    expect(await levelsRead((tx, actor) => page(tx, actor, { stock, limit: 20 })), stock).toBeLessThan(300)
})

test.each(['low', 'out'] as const)('the pages of what is %s, put together, have each product once', async (stock) => {
  const [all, paged] = await asLimited(async (tx, actor) => {
    const flag = sql.ref(stock === 'low' ? 'is_low' : 'is_out')
    const rows = await tx.all(sql<{ product_id: string }>`
      select product_id from all_product_totals where ${flag} order by name_sort, product_id`)
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const asked = listProducts.input.parse({ stock, limit: 200, ...(cursor && { cursor }) })
      const read = await listProductsQuery.run(tx, actor, asked as never)
      const { items, next } = JSON.parse(writer(read)) as { items: { id: string }[]; next: string | null }
      ids.push(...items.map(({ id }) => id))
      cursor = next ?? undefined
    } while (cursor)
    return [rows.map(({ product_id }) => product_id), ids]
  })
  expect(all.length).toBeGreaterThan(3_000)
  expect(paged).toEqual(all)
})

test('the dashboard adds up the levels of the location once, and categories are counted without them', async () => {
  const levels = 2_000
  expect(await levelsRead((tx, actor) => readDashboardQuery.run(tx, actor, {} as never))).toBeLessThan(levels * 1.5)
  expect(
    await levelsRead((tx, actor) => listCategoriesQuery.run(tx, actor, listCategories.input.parse({}) as never)),
  ).toBe(0)
})

test('the figures are those of the products, and a sum of their stock reads no reservations', async () => {
  const { rows } = await app.admin.query<{ id: string }>(
    `select id from locations where org_id = $1 and name like 'Location%'`,
    [me.org_id],
  )
  const places = rows.map(({ id }) => id)
  expect(places.length).toBe(3)
  for (const some of [places.slice(0, 1), places.slice(1), places])
    await app.db.transaction({ org_id: me.org_id, user_id: me.user_id }, async (tx) => {
      const kept = await tx.all(sql`select from location_sets where org_id = ${me.org_id}`)
      expect(kept).toHaveLength(0)
      await tx.useLocations(some)
      const plan = await tx.all(sql<{ 'QUERY PLAN': string }>`
        explain select sum(on_hand) from all_product_totals where org_id = ${me.org_id} and is_low`)
      expect(plan.map((row) => row['QUERY PLAN']).join(' ')).not.toContain('stock_demands')
      const columns = sql`units, value_at_price, low, "out"`
      expect(await tx.one(sql`select ${columns} from app.product_summary(${me.org_id})`)).toEqual(
        await tx.one(sql`
          select ${columns} from (
            select sum(on_hand) as units, round(sum(on_hand * price), 2) as value_at_price, count(*) filter (where is_low) as low,
              count(*) filter (where is_out) as "out"
            from product_totals where org_id = ${me.org_id}) t`),
      )
      expect(await tx.all(sql`select id from app.lowest_products(${me.org_id}, 10) as low (id)`)).toEqual(
        await tx.all(sql`
          select product_id as id from product_totals where org_id = ${me.org_id} and is_low
          order by low_ratio_sort, product_id limit 10`),
      )
    })
})

/** With a member of these locations, so that sums are kept for them; undone afterwards. */
async function withMember<T>(locations: string[], read: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> {
  const member = await limitedMember(app, me, locations)
  try {
    await app.db.transaction({ org_id: me.org_id, user_id: me.user_id, locations: 'all' }, (tx) =>
      keepAllLocationSets(tx, me.org_id, 0),
    )
    return await asLimited(read, locations)
  } finally {
    await app.admin.query('delete from members where org_id = $1 and user_id = $2', [me.org_id, member.user_id])
    for (const table of ['location_set_low', 'location_sets'])
      await app.admin.query(`delete from ${table} where org_id = $1`, [me.org_id])
  }
}

/** All pages of a list put together, and the number that the first one shows if it is exact. */
async function pagesOf(
  tx: Tx,
  actor: Actor,
  asked: object,
  limit = 60,
): Promise<{ ids: string[]; count: number | null }> {
  const ids: string[] = []
  let first: number | null | undefined
  let cursor: string | undefined
  do {
    const read = await page(tx, actor, { ...asked, limit, ...(cursor && { cursor }) })
    const { items, next, count } = JSON.parse(writer(read as never)) as {
      items: { id: string }[]
      next: string | null
      count: number | null
    }
    ids.push(...items.map(({ id }) => id))
    if (first === undefined) first = count
    cursor = next ?? undefined
  } while (cursor)
  return { ids, count: first ?? null }
}

test('what is to reorder at the locations is found with and without kept sums, and the next products are looked up only', async () => {
  const expected = await asLimited(async (tx) => {
    const rows = await tx.all(sql<{ id: string }>`
      select product_id as id from all_product_totals
      where org_id = ${me.org_id} and available <= minimum and available < 2 * minimum order by name_sort, product_id`)
    return rows.map(({ id }) => id)
  })
  expect(expected).toHaveLength(150)
  const read = (tx: Tx, actor: Actor) => pagesOf(tx, actor, { stock: 'to_reorder', sort: 'name' })
  expect((await asLimited(read)).ids).toEqual(expected)
  expect((await withMember(location_ids, read)).ids).toEqual(expected)
  const first = (tx: Tx, actor: Actor) => page(tx, actor, { stock: 'to_reorder', limit: 20 })
  expect(await levelsRead(first)).toBeLessThan(900)
  const suppliers = (tx: Tx, actor: Actor) => listReorderSuppliersQuery.run(tx, actor, { limit: 50 } as never)
  const [added, looked] = [await asLimited(suppliers), await withMember(location_ids, suppliers)]
  expect(added).toMatchObject({ products: 150 })
  expect(looked).toEqual(added)
})

test.each(['on_hand', '-on_hand'] as const)(
  'the list by %s has each product once and in order, with and without kept sums',
  async (sort) => {
    const expected = await sorted(sql`on_hand_sort`, sort)
    expect(expected).toHaveLength(6_000)
    const read = (tx: Tx, actor: Actor) => pagesOf(tx, actor, { sort }, 200)
    expect((await asLimited(read)).ids).toEqual(expected)
    expect((await withMember(location_ids, read)).ids).toEqual(expected)
  },
)

/** The ids of all products by one value of their stock at these locations, and by name if asked for. */
function sorted(by: Statement<unknown>, sort: string, { byName = false, own = location_ids } = {}): Promise<string[]> {
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  const name = byName ? sql`, name_sort ${direction}` : sql``
  return asLimited(async (tx) => {
    const rows = await tx.all(sql<{ product_id: string }>`
      select product_id from all_product_totals
      where org_id = ${me.org_id} order by ${by} ${direction} ${name}, product_id ${direction}`)
    return rows.map(({ product_id }) => product_id)
  }, own)
}

// Products out of stock, and in stock, of these: some, all and none, so few are sorted and many found by name.
test.each(['some', 'all', 'none'] as const)(
  'the list by status has each product once and in order if %s have stock at the locations',
  async (stocked) => {
    const own = await locationsWith(stocked)
    for (const sort of ['status', '-status']) {
      const expected = await sorted(sql`status_sort`, sort, { byName: true, own })
      const read = (tx: Tx, actor: Actor) => pagesOf(tx, actor, { sort }, 200)
      expect((await withMember(own, read)).ids, sort).toEqual(expected)
      expect((await asLimited(read, own)).ids, sort).toEqual(expected)
      const first = (tx: Tx, actor: Actor) =>
        countReads(tx, ['stock_levels'], () => page(tx, actor, { sort, limit: 20 }))
      const { scanned, entries } = await withMember(own, first)
      // In stock at the location of some: 2,000 levels, in which they are found.
      expect(scanned + entries, sort).toBeLessThan(stocked === 'some' && sort === '-status' ? 2_300 : 300)
    }
  },
)

/** Locations where a third of the products, all or none have stock. */
async function locationsWith(stocked: 'some' | 'all' | 'none'): Promise<string[]> {
  if (stocked === 'some') return location_ids
  const { rows } = await app.admin.query<{ id: string }>(
    `select id from locations o where org_id = $1 and ($2 or not exists (select from stock_levels l where l.location_id = o.id))`,
    [me.org_id, stocked === 'all'],
  )
  return rows.map(({ id }) => id)
}

test('a page reads the levels of its products, also with the plan of a member whose location has none', async () => {
  const empty = await locationsWith('none')
  for (const asked of [{ sort: 'name' }, { sort: 'minimum' }, { search: 'steel' }]) {
    const { scanned, entries } = await asLimited(async (tx, actor) => {
      await tx.useLocations(empty)
      await page(tx, { ...actor, location_ids: empty } as Actor, { ...asked, limit: 20 })
      await tx.useLocations(location_ids)
      return countReads(tx, ['stock_levels'], () => page(tx, actor, { ...asked, limit: 20 }))
    })
    expect(scanned + entries, JSON.stringify(asked)).toBeLessThan(300)
  }
})

test('the first page by stock adds up the stock of a few products', async () => {
  for (const sort of ['on_hand', '-on_hand']) {
    const read = (tx: Tx, actor: Actor) => countReads(tx, ['stock_levels'], () => page(tx, actor, { sort, limit: 20 }))
    const { scanned, entries } = await withMember(location_ids, read)
    expect(scanned + entries, sort).toBeLessThan(sort === '-on_hand' ? 2_000 : 300)
  }
})

test('the figures, the dashboard and what is low read no levels of all products if sums are kept for the locations', async () => {
  const reads: ((tx: Tx, actor: Actor) => Promise<unknown>)[] = [
    (tx, actor) => readDashboardQuery.run(tx, actor, {} as never),
    (tx) => tx.one(sql`select * from app.product_summary(${me.org_id})`),
    (tx, actor) => page(tx, actor, { stock: 'low', limit: 20 }),
    (tx, actor) => page(tx, actor, { stock: 'out', limit: 20, sort: '-price' }),
  ]
  for (const [number, read] of reads.entries()) {
    const [before, kept] = [await asLimited(read), await withMember(location_ids, read)]
    // With sums, the list's count is exact.
    expect({ ...(kept as object), count: null }, String(number)).toEqual({ ...(before as object), count: null })
    const counted = await withMember(location_ids, (tx, actor) =>
      countReads(tx, ['stock_levels'], () => read(tx, actor)),
    )
    expect(counted.scanned + counted.entries, String(number)).toBeLessThan(300)
  }
})
