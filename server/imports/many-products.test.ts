import { beforeAll, expect, test } from 'vitest'
import { createImport } from '../../contract/imports.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { testApp, type Client, type TestApp } from '../testing/app.ts'
import { manyProducts } from '../testing/many-products.ts'
import { ownerOf } from '../testing/owner-of.ts'
import { createImportCommand } from './create-import.ts'

const app = await testApp({ choosesPlans: true })

/**
 * Before each organization of these tests, the planner knows of only one other organization, and believes that every
 * row belongs to it.
 */
beforeAll(async () => {
  const { org_id, user_id } = await app.signUp()
  await manyProducts(app.admin, org_id, user_id, 1_500)
  await app.admin.query('analyze')
})

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    name: `Product ${n}`,
    sku: `P-${n}`,
    category_name: `Category ${n % 5}`,
    price: 10,
    cost_price: 4,
    stock_quantity: 8,
    location: `Shelf ${n % 14}`,
  }))

const sheets = (count: number) => ({ products: rows(count), categories: [], transactions: [] })

test('a first import reads a bounded number of rows per product, although its tables were empty when its statements were planned', async () => {
  const empty = await testApp({ choosesPlans: true })
  const client = await empty.signUp()
  const count = 1_000
  const { rowsRead, analyzeLocks } = await inTransaction(empty, client, async (tx, actor) => {
    await createImportCommand.run(tx, actor, { ...sheets(count), dry_run: false } as never)
    return tx.one(sql<{ rowsRead: number; analyzeLocks: number }>`
      select
        (select max(seq_tup_read + idx_tup_fetch) from pg_stat_xact_user_tables)::integer as "rowsRead",
        (select count(*) from pg_locks where pid = pg_backend_pid() and mode = 'ShareUpdateExclusiveLock')::integer as "analyzeLocks"`)
  })
  // Products are read most: 386 rows each, nearly all of them by the first sets. Planned once, it was 2,010, growing
  // with the import.
  expect(rowsRead / count).toBeLessThan(700)
  expect(analyzeLocks).toBe(0)
})

test('an import of a few hundred products analyzes nothing', async () => {
  const before = await analyses()
  await (await app.signUp()).call(createImport, sheets(504))
  expect(await analyses()).toBe(before)
})

test("after an import of thousands of products the planner's statistics are fresh, with each table analyzed at most once", async () => {
  const client = await app.signUp()
  const before = await analyses()
  await client.call(createImport, { ...sheets(0), products: rows(2_600).map(({ stock_quantity: _, ...row }) => row) })
  // A busy machine continues after the response.
  await expect.poll(() => planRows(client.org_id)).toBeGreaterThan(1_000)
  // Products, their ledger data, the words of their names, their audit trail; no table of movements.
  expect((await analyses()) - before).toBeLessThan(10)
})

function inTransaction<T>(app: TestApp, client: Client, work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> {
  const owner = ownerOf(client)
  return app.db.transaction({ ...owner, locations: 'all' }, (tx) => work(tx, owner), { statementTimeoutMs: 60_000 })
}

async function analyses(): Promise<number> {
  const { rows: found } = await app.admin.query<{ count: number }>(
    'select sum(analyze_count)::integer as count from pg_stat_user_tables',
  )
  return found[0]?.count ?? 0
}

async function planRows(org_id: string): Promise<number> {
  const { rows: found } = await app.admin.query(
    `explain (format json) select from product_totals where org_id = '${org_id}'`,
  )
  return found[0]['QUERY PLAN'][0].Plan['Plan Rows']
}
