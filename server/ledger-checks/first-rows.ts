import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import { readInvariants } from '../../ledger/invariants.ts'
import { sql } from '../platform/sql.ts'
import { ruleName } from './rule-name.ts'

/**
 * The first rows that violate a rule, of an organization or (null) the schema: for the administrator, never for a log.
 */
export async function firstRows(db: Database, org_id: string | null, rule: string): Promise<Record<string, unknown>[]> {
  const invariant = (await readInvariants()).find((one) => ruleName(one) === rule)
  if (!invariant) throw new Error(`There is no rule ${rule}.`)
  return db.transaction(
    org_id === null ? null : { org_id, user_id: null },
    (tx) =>
      tx.all(sql<Record<string, unknown>>`select broken.* from (${sql.raw(`\n${invariant.text}\n`)}) broken limit 10`),
    { readOnly: true, statementTimeoutMs: limits.ledgerCheckQuerySeconds * 1_000 },
  )
}
