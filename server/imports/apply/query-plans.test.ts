import { expect, test } from 'vitest'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { testDatabase } from '../../testing/database.ts'
import { describeNewRows } from './query-plans.ts'

const { db, admin } = await testDatabase({ choosesPlans: true })

/** How many of the organization's categories the planner expects. */
async function expected(tx: Tx, org_id: string): Promise<number> {
  const [plan] = await tx.all(sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from categories where org_id = ${org_id}`)
  return plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

test('new rows are known to the planner before their commit, and an analysis that can’t see them comes too late', async () => {
  const org_id = newId()
  await admin.query('insert into organizations (org_id) values ($1)', [org_id])
  await db.transaction({ org_id, user_id: null, locations: 'all' }, async (tx) => {
    await tx.run(sql`
      insert into categories (org_id, id, user_id, name, color)
      select ${org_id}, gen_random_uuid(), ${org_id}, 'Category ' || n, '#3B82F6' from generate_series(1, 4000) n`)
    // As autovacuum does in a long import: for it, the table is empty.
    await admin.query('analyze categories')
    expect(await expected(tx, org_id)).toBeLessThan(10)
    await describeNewRows(tx, org_id)
    expect(await expected(tx, org_id)).toBeGreaterThan(3_000)
    await admin.query('analyze (skip_locked) categories')
    expect(await expected(tx, org_id)).toBeGreaterThan(3_000)
  })
})
