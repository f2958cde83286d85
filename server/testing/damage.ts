import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violatedInvariants } from '../../ledger/invariants.ts'

/** An invariant, and a statement that damages the data so that it must detect it; `:name` is replaced by an id. */
export type Damage = readonly [invariant: string, break_it: string]

/**
 * One test per damage: the invariant detects it, and a rollback repairs it. Triggers, foreign keys and checks prevent
 * damage: this connection disables the first two, and the checks of `tables` are dropped in this database.
 */
export function testDamage(
  admin: pg.Client,
  tables: readonly string[],
  damage: readonly Damage[],
  ids: () => Record<string, string>,
): void {
  beforeAll(async () => {
    await admin.query('set session_replication_role = replica')
    await dropChecks(admin, tables)
  })
  afterAll(() => admin.query('set session_replication_role = origin'))

  for (const [invariant, statement] of damage) {
    test(`${invariant}: ${statement.slice(0, 90)}`, async () => {
      await admin.query('begin')
      try {
        await admin.query(filledIn(statement, ids()))
        const violated = await violatedInvariants(admin, [invariant])
        expect(violated.map(({ name }) => name)).toEqual([invariant])
      } finally {
        await admin.query('rollback')
      }
    })
  }
}

/** Checks would refuse some of the damage immediately; here the invariants must find it alone. */
async function dropChecks(admin: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await admin.query<{ table_name: string; name: string }>(
    `select conrelid::regclass::text as table_name, conname as name from pg_constraint
     where contype = 'c' and conrelid::regclass::text = any ($1)`,
    [tables],
  )
  for (const { table_name, name } of rows) await admin.query(`alter table ${table_name} drop constraint ${name}`)
}

/** The statement with its ids. A name that is not known stays and fails. */
export function filledIn(statement: string, ids: Record<string, string>): string {
  return statement.replace(/:([a-z]+)\b/g, (whole, name: string) => (ids[name] ? `'${ids[name]}'` : whole))
}
