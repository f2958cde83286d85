import type pg from 'pg'
import { expect, vi } from 'vitest'

/** Resolves once a statement in this connection's database waits for a lock; fails after 30 seconds. */
export async function lockAwaited(admin: pg.Client): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBeGreaterThan(0)
    },
    { timeout: 30_000 },
  )
}
