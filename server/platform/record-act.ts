import type { Tx } from './db.ts'
import { sql } from './sql.ts'

/**
 * An act recorded in the audit trail although it changes no row that people edit: a user exported data, or shared it.
 */
export type Act = Readonly<{
  action: 'EXPORT' | 'SHARE'
  /** What it concerned, as the Type filter of the audit trail names it: a table, `reports` or `account`. */
  table_name: string
  /** The record; without one the act concerns the organization. */
  record_id?: string
  /** Its display name: "Inventory report", an order's number. */
  item_name: string
  /**
   * A short sentence from a small set ("Exported CSV", "Shared by link"): the audit trail is filtered and searched by
   * it.
   */
  summary: string
  /** Further details (filters, expiry), as field and value. Never a secret. */
  details?: Readonly<Record<string, unknown>>
}>

/** Records an act of the actor in the audit trail, as part of the transaction: a rollback removes it. */
export async function recordAct(tx: Tx, { org_id }: { org_id: string }, act: Act): Promise<void> {
  await tx.run(sql`
    select app.record_act(${org_id}, ${act.action}, ${act.table_name}, ${act.record_id ?? org_id}::uuid, ${act.item_name},
      ${act.summary}, ${JSON.stringify(act.details ?? {})}::jsonb)`)
}
