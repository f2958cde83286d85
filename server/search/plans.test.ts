import { beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '../../contract/endpoint.ts'
import { search } from '../../contract/search.ts'
import type { Actor } from '../platform/endpoint.ts'
import { testApp } from '../testing/app.ts'
import { countReads } from '../testing/count-reads.ts'
import { manyOrders, manySales } from '../testing/many-orders.ts'
import { manyProducts } from '../testing/many-products.ts'
import { ownerOf } from '../testing/owner-of.ts'
import { searchQuery } from './queries.ts'

const app = await testApp({ choosesPlans: true })
const count = 5_000
let actor: Actor

beforeAll(async () => {
  const me = await app.signUp()
  const { org_id, user_id } = me
  await manyProducts(app.admin, org_id, user_id, 2 * count)
  await manyOrders(app.admin, org_id, user_id, count)
  await manySales(app.admin, org_id, user_id, count)
  actor = ownerOf(me)
})

const tables = [
  'products',
  'product_totals',
  'product_name_words',
  'search_words',
  'sales_orders',
  'purchase_orders',
  'shipments',
  'customers',
  'lots',
  'stock_postings',
]

/** Searches as the app role, and counts the rows of the big tables that PostgreSQL read for it, functions included. */
function searched(text: string) {
  return app.db.transaction({ ...actor, locations: 'all' }, (tx) =>
    countReads(tx, tables, async () => {
      const found = await searchQuery.run(tx, actor, search.input.parse({ text }) as never)
      return found as OutputOf<typeof search>
    }),
  )
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
  const found = async (text: string) => (await searched(text)).answer.items
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
