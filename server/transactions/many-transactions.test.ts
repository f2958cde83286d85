import { beforeAll, expect, test } from 'vitest'
import { listTransactions } from '../../contract/transactions.ts'
import { readDashboardQuery, readRecentActivityQuery } from '../dashboard/queries.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { NewPosting } from '../../ledger/posting.ts'
import { testStock, type TestOrganization } from '../../ledger/testing/scenarios.ts'
import { sql } from '../platform/sql.ts'
import { countReads } from '../testing/count-reads.ts'
import { listTransactionsQuery } from './queries.ts'

/**
 * Six thousand entries of a few products, openings and rare ones among them: a page reads little more than its rows,
 * whatever the filter.
 */
const stock = await testStock({ choosesPlans: true })
let org: TestOrganization
let product_id: string
let quiet: string
let shelf: string

beforeAll(async () => {
  org = await stock.organization()
  product_id = await org.product({ stock: 10_000 })
  quiet = await org.location('Quiet')
  shelf = await org.location('Shelf')
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const entry = (line: object, days: number): NewPosting =>
    ({
      id: newId(),
      kind: 'entry',
      happened_at: day(days),
      lines: [{ product_id, quantity: 1, ...line }],
    }) as NewPosting
  await org.post([{ product_id, type: 'in', reason: 'other', quantity: 1_000, location_id: shelf }], {
    happened_at: day(300),
  })
  const postings = [
    // Long ago, a few of every kind; then thousands of one kind, and finally thousands of openings.
    entry({ type: 'adjustment', location_id: org.main }, 300),
    entry({ type: 'out', reason: 'other', location_id: org.main }, 300),
    entry({ type: 'in', reason: 'other', location_id: quiet }, 300),
    entry(
      { from_account: 'available', from_location_id: org.main, to_account: 'available', to_location_id: org.second },
      300,
    ),
    // Goods that stay where they are: among what left the location and among what came to it.
    ...Array.from({ length: 500 }, (_, index) =>
      entry({ type: 'out', reason: 'qc_hold', location_id: shelf }, 250 - index / 100),
    ),
    ...Array.from({ length: 3_000 }, (_, index) =>
      entry({ type: 'in', reason: 'other', location_id: org.main }, 200 - index / 100),
    ),
    ...Array.from({ length: 3_000 }, (_, index) =>
      entry({ from_account: 'opening', to_account: 'available', to_location_id: org.main }, 100 - index / 100),
    ),
  ]
  while (postings.length > 0) {
    const chunk = postings.splice(0, 500)
    await org.inTx((tx) => postMany(tx, org.actor, chunk))
  }
  await stock.admin.query('vacuum analyze')
})

/** The response of `read`, and how many movements were read for it. */
function counted<T>(read: (tx: Tx) => Promise<T>): Promise<{ answer: T; movements: number }> {
  return org.inTx(async (tx) => {
    // This few rows fit into a hundred pages, which PostgreSQL would rather read and sort; among ten million it uses
    // the plan measured here.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.run(sql`set local ${sql.raw(`enable_${way}`)} = off`)
    const { answer, scanned, fetched } = await countReads(tx, ['stock_movements'], () => read(tx))
    return { answer, movements: scanned + fetched }
  })
}

const list = (asked: object) => async (tx: Tx) =>
  listTransactions.output.parse(
    await listTransactionsQuery.run(
      tx,
      org.actor as Actor,
      listTransactions.input.parse({ limit: 20, ...asked }) as never,
    ),
  )

test('a page of the history reads only its own rows', async () => {
  const first = await counted(list({}))
  expect(first.answer.items.map(({ type }) => type)).toEqual(Array.from({ length: 20 }, () => 'opening'))
  const asked = [
    { cursor: first.answer.next },
    { type: 'stock_changes' },
    { type: 'in' },
    { type: 'out' },
    { type: 'adjustment' },
    { type: 'opening' },
    { type: 'transfer' },
    { type: 'commitment' },
    { product_id },
    { product_id, type: 'stock_changes' },
    { product_id, type: 'adjustment' },
    { product_id, type: 'transfer' },
    { location_id: quiet },
    { location_id: shelf },
    { location_id: org.second },
    { location_id: org.second, type: 'transfer' },
    {
      from: new Date(Date.now() - 310 * 86_400_000).toISOString(),
      to: new Date(Date.now() - 290 * 86_400_000).toISOString(),
    },
  ]
  expect(first.movements).toBeGreaterThan(20)
  for (const one of [{}, ...asked]) {
    const { movements } = await counted(list(one))
    // Each row is read by the page, as its entry, and for its location.
    expect(movements, JSON.stringify(one)).toBeLessThan(150)
  }
})

test('the history of a location has what left, what arrived and what stayed there, each once', async () => {
  const { answer } = await counted(list({ location_id: org.second, type: 'transfer' }))
  expect(answer.items).toHaveLength(1)
  await org.post([{ product_id, type: 'out', reason: 'qc_hold', quantity: 1, location_id: quiet }])
  const { answer: held } = await counted(list({ location_id: quiet }))
  expect(held.items.map(({ metadata }) => metadata.reason_code)).toEqual(['qc_hold', 'other'])
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const { answer } = await counted(list({ location_id: shelf, limit: 200, ...(cursor && { cursor }) }))
    paged.push(...answer.items.map(({ id }) => id))
    cursor = answer.next ?? undefined
  } while (cursor)
  expect(paged).toHaveLength(501)
  expect(new Set(paged).size).toBe(501)
})

test('the dashboard finds its newest transactions and activity among three thousand openings', async () => {
  const { answer, movements } = await counted((tx) => readDashboardQuery.run(tx, org.actor as Actor, {} as never))
  expect((answer as { recent_transactions: unknown[] }).recent_transactions).toHaveLength(8)
  expect(movements).toBeLessThan(150)
  const activity = await counted((tx) =>
    readRecentActivityQuery.run(tx, { ...org.actor, role: 'owner' } as Actor, {} as never),
  )
  expect((activity.answer as { items: unknown[] }).items).toHaveLength(8)
  // The newest two thousand are searched for rows that aren't an import's (recent-activity.ts).
  expect(activity.movements).toBeLessThan(2_500)
})
