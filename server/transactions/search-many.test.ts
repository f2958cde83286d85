import { beforeAll, describe, expect, test } from 'vitest'
import { listTransactions, type Transaction } from '../../contract/transactions.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { NewPosting } from '../../ledger/posting.ts'
import { testStock, type TestOrganization } from '../../ledger/testing/scenarios.ts'
import { sql } from '../platform/sql.ts'
import { countReads } from '../testing/count-reads.ts'
import { listTransactionsQuery } from './queries.ts'

/**
 * Five thousand entries of 1,100 products over three years, so that a search uses each of its methods: the next rows,
 * later rows, the products, and month by month the notes.
 */
const stock = await testStock({ choosesPlans: true })
let org: TestOrganization
let everything: Transaction[]
const products: { id: string; name: string; sku: string }[] = []

const colors = ['Steel', 'Brass', 'Oak', 'Glass']
const things = ['bolt', 'hinge', 'valve', 'board', 'jar']

beforeAll(async () => {
  org = await stock.organization()
  for (let n = 0; n < 1_100; n++)
    products.push({
      id: newId(),
      name: `${colors[n % 4]} ${things[n % 5]} ${n}`,
      sku: `B-${String(n).padStart(5, '0')}`,
    })
  await stock.admin.query(
    `insert into products (org_id, id, user_id, name, sku, price)
     select $1, p.id, $2, p.name, p.sku, 2 from jsonb_to_recordset($3) as p (id uuid, name text, sku text)`,
    [org.org_id, org.actor.user_id, JSON.stringify(products)],
  )
  await org.inTx((tx) =>
    tx.run(
      sql`select kernel.initialize_products(${org.org_id}, ${org.actor.user_id}, ${products.map(({ id }) => id)}::uuid[])`,
    ),
  )
  const begin = Date.now() - 3 * 365 * 86_400_000
  const postings = Array.from({ length: 5_000 }, (_, n): NewPosting => {
    // Most entries are of the first 100 products; the others each moved a few times, the longest ago.
    const product = products[n < 1_500 ? n % 1_100 : n % 100]
    return {
      id: newId(),
      kind: 'entry',
      notes: noteOf(n),
      happened_at: new Date(begin + n * 5 * 3_600_000).toISOString(),
      lines: [
        {
          product_id: product?.id ?? '',
          type: 'in',
          reason: 'other',
          quantity: 1,
          location_id: n % 9 ? org.main : org.second,
        },
      ],
    }
  })
  while (postings.length > 0) {
    const chunk = postings.splice(0, 500)
    await org.inTx((tx) => postMany(tx, org.actor, chunk))
  }
  await stock.admin.query('vacuum analyze')
  everything = await pages({})
})

/**
 * A third of the entries has a note: all contain "gate", the oldest five hundred "legacy", every hundredth a unique
 * name, three "needle".
 */
function noteOf(n: number): string | null {
  if (n % 1_700 === 33) return 'A needle, at last'
  if (n % 3 > 0) return null
  const legacy = n < 1_500 ? ' (legacy)' : ''
  return `Checked at the gate, sheet ${n}${n % 100 === 0 ? ' by Ada' : ''}${legacy}`
}

const read = (tx: Tx, asked: object) =>
  listTransactionsQuery.run(tx, org.actor as Actor, listTransactions.input.parse(asked) as never) as Promise<{
    items: Transaction[]
    next: string | null
  }>

async function pages(asked: object, limit = 200): Promise<Transaction[]> {
  const rows: Transaction[] = []
  let cursor: string | undefined
  do {
    const page = await org.inTx((tx) => read(tx, { limit, ...asked, ...(cursor && { cursor }) }))
    rows.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  return rows
}

/**
 * The meaning of a search, implemented again: every word in name and SKU, or every word the beginning of a word of the
 * note.
 */
function expected(search: string, fits: (row: Transaction) => boolean = () => true): string[] {
  const words = search.toLowerCase().split(/\s+/)
  // Each part of a code with a dash is a word.
  const parts = search.toLowerCase().split(/[^a-z0-9]+/)
  const begins = (note: string, word: string) => new RegExp(`\\b${word}`).test(note)
  return everything
    .filter((row) => {
      const names = `${row.product_name}\n${row.product_sku}`.toLowerCase()
      const note = (row.notes ?? '').toLowerCase()
      return words.every((word) => names.includes(word)) || (note !== '' && parts.every((word) => begins(note, word)))
    })
    .filter(fits)
    .map(({ id }) => id)
}

test('the history has every entry once, newest first', () => {
  expect(everything).toHaveLength(5_000)
  expect(everything.map(({ date }) => date)).toEqual(
    everything
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  )
})

const searches = [
  'gate',
  'needle',
  'legacy',
  'legacy gate',
  'ada',
  'ad',
  'sheet 3',
  'sheet 33',
  'gate 4500',
  'sheet 12 legacy',
  'steel',
  'steel bolt',
  'brass hinge 7',
  'bolt',
  'b-00',
  'b-00042',
  'b-01',
  '1099',
  'oak board 1',
  'a',
  'nothing',
  '42',
]

describe('the pages of a search are what testing every row finds', () => {
  test.each(searches)('%s', async (search) => {
    const fitting = expected(search)
    const found = await pages({ search }, fitting.length > 300 ? 150 : 25)
    expect(found.map(({ id }) => id)).toEqual(fitting)
  })

  test('within a location, a product, a type and days', async () => {
    const [first, last] = [products[2]!, products[1_002]!]
    const from = new Date(Date.now() - 2.4 * 365 * 86_400_000).toISOString()
    const to = new Date(Date.now() - 2 * 365 * 86_400_000).toISOString()
    for (const search of ['gate', 'legacy', 'needle', 'steel', 'brass valve', 'b-01', 'oak', 'sheet 12'])
      for (const [asked, fits] of [
        [{ location_id: org.second }, (row) => row.metadata.location_id === org.second],
        [{ product_id: first.id }, (row) => row.product_id === first.id],
        [{ product_id: last.id }, (row) => row.product_id === last.id],
        [{ type: 'out' }, () => false],
        [{ type: 'stock_changes' }, () => true],
        [{ from, to }, (row) => row.date >= from && row.date < to],
        [{ status: 'pending' }, () => false],
      ] as [object, (row: Transaction) => boolean][]) {
        const found = await pages({ search, ...asked }, 25)
        expect(
          found.map(({ id }) => id),
          `${search} ${JSON.stringify(asked)}`,
        ).toEqual(expected(search, fits))
      }
  })
})

test('a page of a search reads few movements, however many precede it', async () => {
  for (const [search, most] of [
    ['gate', 900],
    ['needle', 750],
    ['legacy', 2_100],
    ['sheet 333', 800],
    ['steel', 900],
    ['b-00042', 900],
    ['b-01', 1_050],
    ['nothing', 700],
  ] as const) {
    const movements = await org.inTx(async (tx) => {
      for (const way of ['seqscan', 'sort']) await tx.run(sql`set local ${sql.raw(`enable_${way}`)} = off`)
      const history = ['stock_movements', 'stock_postings']
      const { scanned, fetched } = await countReads(tx, history, () => read(tx, { search, limit: 25 }))
      return scanned + fetched
    })
    // The next 300 entries and their postings are always read; there are ten thousand rows.
    expect([search, movements], `at most ${most}`).toEqual([search, Math.min(movements, most)])
  }
})
