import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { newId } from './ids.ts'
import { silentLog } from './log.ts'
import { createPlannerStatistics } from './planner-statistics.ts'

const { db, admin } = await testDatabase({ choosesPlans: true })
// As long as it takes: a busy machine isn't done within the three seconds of an import.
const statistics = createPlannerStatistics(db, silentLog, 240_000)

/**
 * An organization with this many categories and suppliers, inserted directly into the tables, without their audit
 * trail.
 */
async function organizationOf(rows: { categories: number; suppliers?: number }): Promise<string> {
  const org_id = newId()
  await admin.query('set session_replication_role = replica')
  await admin.query('insert into organizations (org_id) values ($1)', [org_id])
  await admin.query(
    `insert into categories (org_id, id, user_id, name, color)
     select $1, gen_random_uuid(), $1, 'Category ' || n, '#3B82F6' from generate_series(1, $2::integer) n`,
    [org_id, rows.categories],
  )
  await admin.query(
    `insert into suppliers (org_id, id, user_id, name, status)
     select $1, gen_random_uuid(), $1, 'Supplier ' || n, 'active' from generate_series(1, $2::integer) n`,
    [org_id, rows.suppliers ?? 0],
  )
  await admin.query('reset session_replication_role')
  return org_id
}

/** How many rows of an organization the planner expects in a table. */
async function expected(table: string, org_id: string): Promise<number> {
  const { rows } = await admin.query(`explain (format json) select from ${table} where org_id = '${org_id}'`)
  return rows[0]['QUERY PLAN'][0].Plan['Plan Rows']
}

/** The statistics that a large organization leaves: every row of a table is known to be its own. */
beforeAll(async () => {
  await organizationOf({ categories: 8_000, suppliers: 8_000 })
  await admin.query('analyze categories, suppliers')
})

test('thousands of rows of a new organization are analyzed, table by table', async () => {
  const org_id = await organizationOf({ categories: 3_000, suppliers: 100 })
  expect(await expected('categories', org_id)).toBe(1)
  await statistics.refresh(org_id)
  expect(await expected('categories', org_id)).toBeGreaterThan(2_000)
  // Reading a hundred rows for each of a hundred does no harm: that is left to autovacuum.
  expect(await expected('suppliers', org_id)).toBe(1)
})

test("a table that the statistics already include isn't analyzed again", async () => {
  const org_id = await organizationOf({ categories: 3_000 })
  await statistics.refresh(org_id)
  const analyzed = async () =>
    (await admin.query("select last_analyze from pg_stat_user_tables where relname = 'categories'")).rows[0]
  const before = await analyzed()
  await statistics.refresh(org_id)
  expect(await analyzed()).toEqual(before)
})

test('a table locked by someone else is skipped, and nothing waits for it', async () => {
  const org_id = await organizationOf({ categories: 3_000, suppliers: 3_000 })
  await admin.query('begin')
  await admin.query('lock table categories in share update exclusive mode')
  await statistics.refresh(org_id)
  await admin.query('commit')
  expect(await expected('categories', org_id)).toBe(1)
  expect(await expected('suppliers', org_id)).toBeGreaterThan(2_000)
  await statistics.refresh(org_id)
  expect(await expected('categories', org_id)).toBeGreaterThan(2_000)
})

test('only our own tables can be analyzed by name', async () => {
  await expect(admin.query("select app.analyze_table('pg_class; drop table lots')")).rejects.toThrow(
    'there is no table',
  )
})

test('columns that no query compares have no statistics', async () => {
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `insert into command_results (org_id, command, key, user_id, input_hash, status, result)
     select gen_random_uuid(), 'Command', 'key', gen_random_uuid(), '', 200, '{}' from generate_series(1, 100)`,
  )
  await admin.query('reset session_replication_role')
  await admin.query('analyze command_results')
  const { rows } = await admin.query("select attname from pg_stats where tablename = 'command_results' order by 1")
  expect(rows.map(({ attname }) => attname)).toEqual(['command', 'created_at', 'key', 'org_id', 'user_id'])
})
