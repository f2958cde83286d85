import { expect, onTestFinished, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { readDashboard } from '../../contract/dashboard.ts'
import { readShipmentCounts } from '../../contract/shipments.ts'
import { violatedInvariants } from '../../ledger/invariants.ts'
import { openDatabase } from '../platform/db.ts'
import type { Implementation } from '../platform/endpoint.ts'
import { silentLog } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import { testApp, type Client } from '../testing/app.ts'
import { countReads } from '../testing/count-reads.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { manyOrders, manySales } from '../testing/many-orders.ts'
import { ordering } from '../testing/ordering.ts'
import { ownerOf } from '../testing/owner-of.ts'
import { selling } from '../testing/selling.ts'
import { times, together } from '../testing/together.ts'
import { readDashboardQuery, readRecentActivityQuery } from './queries.ts'

const app = await testApp({ choosesPlans: true })

type Sum = { kind: string; status: string; documents: number; lines: number }

/** The counts, summed over their slots, without statuses that have no documents. */
async function counted({ org_id }: Client): Promise<Sum[]> {
  const { rows } = await app.admin.query<Sum>(
    `select kind, status, sum(documents)::int as documents, sum(lines)::int as lines from document_counts
     where org_id = $1 group by kind, status having sum(documents) <> 0 order by kind, status`,
    [org_id],
  )
  return rows
}

test('a document is counted under its status, and missing counts are detected', async () => {
  const s = await ordering(app)
  const order = await s.ordered(4, 5)
  await s.draft(1)
  expect(await counted(s.me)).toEqual([
    { kind: 'purchase_order', status: 'draft', documents: 1, lines: 1 },
    { kind: 'purchase_order', status: 'ordered', documents: 1, lines: 2 },
  ])
  await s.receive(order, 1)
  expect(await counted(s.me)).toEqual([
    { kind: 'purchase_order', status: 'draft', documents: 1, lines: 1 },
    { kind: 'purchase_order', status: 'partial', documents: 1, lines: 2 },
  ])
  await app.admin.query(`delete from document_counts where org_id = $1 and kind = 'purchase_order'`, [s.me.org_id])
  expect((await violatedInvariants(app.admin)).map(({ name }) => name)).toEqual([
    '64-document-counts-are-the-documents',
  ])
  await app.admin.query(
    `insert into document_counts (org_id, kind, status, documents, open_documents, open_lines, lines, partial_lines, received_lines)
     select org_id, 'purchase_order', status, count(*), count(*) filter (where open_lines > 0), sum(open_lines), sum(line_count),
       sum(partial_lines), sum(received_lines) from purchase_orders where org_id = $1 group by org_id, status`,
    [s.me.org_id],
  )
})

test('an undone shipment is no longer counted', async () => {
  const s = await selling(app)
  const product = await s.product(10)
  const order = await s.order([[product.id, 2]], { status: 'shipped' })
  expect(await s.me.call(readShipmentCounts, {})).toMatchObject({ total: 1, in_transit: 1 })
  await s.to(order, 'pending')
  expect(await s.me.call(readShipmentCounts, {})).toMatchObject({ total: 0, in_transit: 0, failed: 0 })
  await expectSound(app)
})

test('concurrent orders and shipments keep exact counts, with no more slots than people', async () => {
  const s = await selling(app)
  const product = await s.product(1_000)
  const people = 24
  const { done } = await together(times(people, () => async () => s.ship(await s.order([[product.id, 2]]), 1)))
  expect(done).toHaveLength(people)
  expect(await s.me.call(readDashboard, {})).toMatchObject({
    sales_orders: { total: people, to_ship: people },
    shipping: { total: people, in_transit: people },
  })
  const { rows } = await app.admin.query<{ most: number }>(
    `select max(slots)::int as most from (
       select count(*) as slots from document_counts where org_id = $1 group by kind, status) s`,
    [s.me.org_id],
  )
  expect(rows[0]?.most).toBeLessThanOrEqual(people)
  await expectSound(app)
})

test("an order doesn't wait for anyone holding a count", async () => {
  const s = await selling(app)
  const product = await s.product(10)
  await s.order([[product.id, 1]])
  await app.admin.query('begin')
  try {
    const { rowCount } = await app.admin.query(`update document_counts set documents = documents where org_id = $1`, [
      s.me.org_id,
    ])
    expect(rowCount).toBeGreaterThan(0)
    await s.order([[product.id, 1]])
  } finally {
    await app.admin.query('rollback')
  }
  expect((await s.me.call(readDashboard, {})).sales_orders.total).toBe(2)
})

const scopeOf = ({ org_id, user_id }: Client) => ({ org_id, user_id, locations: 'all' }) as const

/** The rows that a query reads from tables of orders, shipments, postings and their trail. */
async function documentRowsRead(me: Client, query: Implementation): Promise<number> {
  return app.db.transaction(scopeOf(me), async (tx) => {
    // A test's tables fit into few pages, which PostgreSQL would rather read completely.
    await tx.run(sql`set local enable_seqscan = off`)
    await tx.run(sql`set local enable_bitmapscan = off`)
    const tables = ['purchase_orders', 'sales_orders', 'shipments', 'imports', 'audit_trail', 'stock_postings']
    const { scanned, fetched } = await countReads(tx, tables, () => query.run(tx, ownerOf(me), {} as never))
    return scanned + fetched
  })
}

/** A user with this many orders of each kind, all of them finished. */
async function withFinishedOrders(orders: number): Promise<Client> {
  const me = await app.signUp()
  await manySales(app.admin, me.org_id, me.user_id, orders)
  await manyOrders(app.admin, me.org_id, me.user_id, orders)
  await app.admin.query(
    `update purchase_orders set status = 'received', open_lines = 0 where org_id = $1 and status = 'ordered'`,
    [me.org_id],
  )
  await app.admin.query('vacuum analyze')
  return me
}

test('the dashboard reads as much with two thousand finished orders as with two hundred', async () => {
  const few = await documentRowsRead(await withFinishedOrders(200), readDashboardQuery)
  const many = await withFinishedOrders(2_000)
  expect(few).toBeGreaterThan(0)
  expect(await documentRowsRead(many, readDashboardQuery)).toBeLessThanOrEqual(few + 20)
  // The newest steps are small, as in normal work.
  for (let number = 0; number < 12; number++) await many.call(createCategory, { name: `C${number}`, color: '#10B981' })
  expect(await documentRowsRead(many, readRecentActivityQuery)).toBeLessThan(400)
})

test("the dashboard's statements are planned a few times per connection, not per request", async () => {
  const me = await app.signUp()
  await manyOrders(app.admin, me.org_id, me.user_id, 200)
  // One connection, which nothing else uses: the list of planned statements belongs to its connection.
  const db = openDatabase(app.connection, silentLog, { maxConnections: 1 })
  onTestFinished(() => db.close())
  for (let look = 0; look < 20; look++)
    await db.transaction(scopeOf(me), (tx) => readDashboardQuery.run(tx, ownerOf(me), {} as never))
  const statements = await db.transaction(null, (tx) =>
    tx.all(sql<{ statement: string; generic: number; custom: number }>`
      select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements
      where statement ~ 'document_counts|low_ratio_sort|per_category|product_summary|recent_orders|newest|sales_order'`),
  )
  expect(statements.length).toBeGreaterThanOrEqual(6)
  for (const { statement, custom } of statements) expect([statement, custom <= 5]).toEqual([statement, true])
})
