import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/**
 * Locks the organization's own row: its closing date and default location stay unchanged until the transaction ends.
 * Taken before any document, location or product, in the order of ledger/README.md.
 */
export function lockOrganization(tx: Tx, { org_id }: Pick<Actor, 'org_id'>): Promise<number> {
  return tx.run(sql`select from organizations where org_id = ${org_id} for share`)
}

/**
 * Locks the organization's own row against everyone else who locks it: its members and default location change one
 * after another. Documents and postings refer to the organization all the time, and don't wait for this lock.
 */
export function lockOrganizationExclusively(tx: Tx, { org_id }: Pick<Actor, 'org_id'>): Promise<number> {
  return tx.run(sql`select from organizations where org_id = ${org_id} for no key update`)
}
