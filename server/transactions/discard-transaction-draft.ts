import { discardTransactionDraft } from '../../contract/transaction-drafts.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { lockDraft } from './lock-draft.ts'

/** Closes a draft without posting it; it is kept, but no longer listed. Refuses: lockDraft. */
export const discardTransactionDraftCommand = implement(discardTransactionDraft, async (tx, actor, { draft_id }) => {
  await lockDraft(tx, actor, draft_id)
  await tx.run(sql`
    update transaction_drafts set status = 'discarded', closed_at = app.now()
    where org_id = ${actor.org_id} and id = ${draft_id}`)
  return { draft_id }
})
