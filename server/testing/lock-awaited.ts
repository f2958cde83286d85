import type pg from 'pg'
import { expect, vi } from 'vitest'

/** Resolves once this many statements in this connection's database wait for a lock; fails after 30 seconds. */
export async function lockAwaited(admin: pg.Client, statements = 1): Promise<void> {
  await vi.waitFor(
    async () => {
      // A session in a transaction would keep its first snapshot.
      await admin.query('select pg_stat_clear_snapshot()')
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBeGreaterThanOrEqual(statements)
    },
    { timeout: 30_000 },
  )
}
