import { beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '../../contract/endpoint.ts'
import { listProductsToCount, readCountProgress } from '../../contract/stock-counts.ts'
import type { Actor } from '../platform/endpoint.ts'
import { testApp } from '../testing/app.ts'
import { countReads } from '../testing/count-reads.ts'
import { manyProducts } from '../testing/many-products.ts'
import { ownerOf } from '../testing/owner-of.ts'
import { listProductsToCountQuery, readCountProgressQuery } from './queries.ts'

const app = await testApp({ choosesPlans: true })

let actor: Actor
/** A location with a third of 20,000 products, and one with ten. */
let large: string
let small: string

beforeAll(async () => {
  const me = await app.signUp()
  actor = ownerOf(me)
  await manyProducts(app.admin, me.org_id, me.user_id, 20_000)
  const { rows } = await app.admin.query<{ id: string; name: string }>(
    'select id, name from locations where org_id = $1',
    [me.org_id],
  )
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? ''
  ;[large, small] = [idOf('Location 0'), idOf('Main Warehouse')]
  await app.admin.query(
    `insert into stock_levels (org_id, product_id, location_id, lot_id, available)
     select org_id, id, $2, id, 5 from products where org_id = $1 order by name_sort desc limit 10`,
    [me.org_id, small],
  )
  await app.admin.query('vacuum analyze stock_levels')
})

const tables = ['products', 'stock_levels', 'stock_counts', 'lots']

/** A page of what is to count, and what PostgreSQL read for it. */
const counted = (location_id: string) =>
  app.db.transaction({ ...actor, locations: 'all' }, (tx) =>
    countReads(tx, tables, async () => {
      const input = listProductsToCount.input.parse({ location_id })
      return (await listProductsToCountQuery.run(tx, actor, input as never)) as OutputOf<typeof listProductsToCount>
    }),
  )

test('a page of a large or a small location reads little besides what it shows', async () => {
  for (const [location_id, rows, most] of [
    [large, 25, 500],
    [small, 10, 500],
  ] as const) {
    const { answer, scanned, fetched } = await counted(location_id)
    expect(answer.items).toHaveLength(rows)
    expect(scanned).toBe(0)
    expect(fetched).toBeLessThan(most)
  }
})

test('a page after thousands of counts, and the progress, read the location’s rows at most', async () => {
  await app.admin.query(
    `insert into stock_counts (org_id, id, product_id, location_id, expected, counted, has_difference, user_id, user_reference)
     select s.org_id, gen_random_uuid(), s.product_id, s.location_id, s.available, s.available, false, $3, 'Someone'
     from stock_levels s join products p on p.org_id = s.org_id and p.id = s.product_id
     where s.org_id = $1 and s.location_id = $2 and s.available > 0 order by p.name_sort limit 6000`,
    [actor.org_id, large, actor.user_id],
  )
  await app.admin.query('vacuum analyze stock_counts')
  const page = await counted(large)
  expect(page.answer.items).toHaveLength(25)
  expect(page.fetched).toBeLessThan(45_000)
  const progress = await app.db.transaction({ ...actor, locations: 'all' }, (tx) =>
    countReads(tx, tables, () =>
      readCountProgressQuery.run(tx, actor, readCountProgress.input.parse({ location_id: large }) as never),
    ),
  )
  expect(progress.answer).toEqual({ counted: 6_000, left: 600, with_difference: 0 })
  expect([progress.scanned, progress.fetched < 20_000]).toEqual([0, true])
})
