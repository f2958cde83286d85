import type { OutboxHandler } from '../platform/outbox.ts'
import { sql } from '../platform/sql.ts'

/** Documents and notifications that one transaction looks at: if all are the person's, it takes a third of a second. */
const documentsAtOnce = 2_000

/**
 * Replaces the name of a deleted account in the documents of an organization, some in each transaction: the rest is
 * queued by the same transaction, so a killed server continues where it was, and other work comes in between.
 */
export const erasedPersonHandler: OutboxHandler = async (tx, org_id) => {
  const { more } = await tx.one(sql<{ more: boolean }>`
    select app.erase_from_documents(${org_id}, ${documentsAtOnce}) as more`)
  if (more) await tx.run(sql`insert into outbox (org_id, kind, payload) values (${org_id}, 'erased_person', '{}')`)
  return []
}
