import { afterAll, expect, vi } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * Returns a function that waits until everything committed by now can be sealed: until no older transaction runs. All
 * tests of a run share PostgreSQL's counter, so it waits for those of other files. This file's tests may take longer.
 */
export function waitsForOlderTransactions({ admin }: Pick<TestApp, 'admin'>): () => Promise<void> {
  vi.setConfig({ testTimeout: 300_000 })
  afterAll(() => vi.resetConfig())
  const newest = async () => BigInt((await admin.query('select pg_current_xact_id()::text as id')).rows[0].id)
  const oldest = async () =>
    BigInt((await admin.query('select pg_snapshot_xmin(pg_current_snapshot())::text as id')).rows[0].id)
  return async () => {
    const now = await newest()
    await expect.poll(async () => (await oldest()) > now, { timeout: 240_000 }).toBe(true)
  }
}
