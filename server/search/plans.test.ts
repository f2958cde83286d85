import { beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '../../contract/endpoint.ts'
import { search } from '../../contract/search.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { testApp } from '../testing/app.ts'
import { manyOrders, manySales } from '../testing/many-orders.ts'
import { manyProducts } from '../testing/many-products.ts'
import { searchQuery } from './queries.ts'

const app = await testApp({ choosesPlans: true })
const count = 5_000
let actor: Actor

beforeAll(async () => {
  const { org_id, user_id, email } = await app.signUp()
  await manyProducts(app.admin, org_id, user_id, 2 * count)
  await manyOrders(app.admin, org_id, user_id, count)
  await manySales(app.admin, org_id, user_id, count)
  actor = { org_id, user_id, email, role: 'owner', location_ids: null, session_id: '', request_id: '' }
}, 240_000)

type Touched = { scanned: number; fetched: number; lookups: number }
type Found = OutputOf<typeof search> & Touched

/** Searches as the app role, and counts the rows of the big tables that PostgreSQL read for it, functions included. */
async function searched(text: string): Promise<Found> {
  return app.db.transaction({ ...actor, locations: 'all' }, async (tx) => {
    const counters = () =>
      tx.one(sql<Touched>`
        select coalesce(sum(seq_tup_read), 0) as scanned, coalesce(sum(idx_tup_fetch), 0) as fetched,
          coalesce(sum(idx_scan), 0) as lookups
        from pg_stat_xact_user_tables where relname in
          ('products', 'product_name_words', 'search_words', 'sales_orders', 'purchase_orders', 'shipments', 'customers', 'lots', 'stock_postings')`)
    const before = await counters()
    const found = (await searchQuery.run(tx, actor, search.input.parse({ text }) as never)) as OutputOf<typeof search>
    const after = await counters()
    return {
      ...found,
      scanned: after.scanned - before.scanned,
      fetched: after.fetched - before.fetched,
      lookups: after.lookups - before.lookups,
    }
  })
}

test.each<[string, string]>([
  ['a word of a tenth of all names', 'lamp'],
  ['the beginning of many words', 'b'],
  ['two words that many names have', 'steel lamp'],
  ['the words in another order', 'lamp steel'],
  ['the inside of a tenth of all names', 'andl'],
  ['a whole SKU', 'SKU-0004711'],
  ['the beginning of every SKU', 'sku-'],
  ['a whole order number', 'SO-004711-977'],
  ['the last three digits of five orders', '977'],
  ['the last six digits', '711-977'],
  ['what stands in every number', 'so-'],
  ['digits inside of a few numbers', '0047'],
  ['a whole order number without its dashes', 'SO004711977'],
  ['its digits', '004711977'],
  ['seven digits, of the beginning or the end', '4711977'],
  ['four digits, of a block or the end', '1197'],
  ['a prefix and the beginning of many numbers', 'so0'],
  ['a first name of a twentieth of all customers', 'greta'],
  ['the end of every last name', 'son'],
  ['a first and a last name', 'dahlo dirk'],
  ['one supplier of twenty', 'supplier 7'],
  ['a slip in a common word', 'lmap'],
  ['a slip in each of two words', 'stele lapm'],
  ['a slip in a customer', 'gerta'],
  ['a tracking number', '1Z0'],
  ['nothing', 'qqqqqq'],
])('%s (%j): no table is read from end to end, and few rows are', async (_what, text) => {
  await searched(text)
  const { scanned, fetched } = await searched(text)
  expect({ text, scanned, isBounded: fetched < 1_500 ? true : fetched }).toEqual({ text, scanned: 0, isBounded: true })
})

test('common words return as many records as are shown, the best ones first', async () => {
  const found = async (text: string) => (await searched(text)).items
  expect((await found('lamp')).filter(({ kind }) => kind === 'product')).toHaveLength(5)
  expect(await found('SO-004711-977')).toMatchObject([{ kind: 'sales_order', label: 'SO-004711-977', fit: 'whole' }])
  expect((await found('711-977'))[0]).toMatchObject({ label: 'SO-004711-977', fit: 'beginning' })
  expect((await found('lmap'))[0]).toMatchObject({ kind: 'product', fit: 'similar', found_by: 'lamp' })
  const greta = await found('greta')
  expect(greta.filter(({ kind }) => kind === 'customer')).toHaveLength(3)
  expect(greta.filter(({ kind }) => kind === 'sales_order')).toHaveLength(3)
})

// A lookup for each letter of the alphabet at each position of a word would be five hundred for four letters.
test.each(['lmap', 'stele geer', 'qqqq', 'gerta'])(
  '%j: only letters that some word continues with are looked up',
  async (text) => {
    await searched(text)
    expect((await searched(text)).lookups).toBeLessThan(400)
  },
)
