import { expect } from 'vitest'
import { violatedInvariants } from '../../ledger/invariants.ts'
import type { TestDatabase } from './database.ts'

/** Expects that nothing violates an invariant of the ledger. */
export async function expectSound({ admin }: Pick<TestDatabase, 'admin'>): Promise<void> {
  expect(await violatedInvariants(admin)).toEqual([])
}
