import { completeTransactionDraft } from '../../contract/transaction-drafts.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { otherExpiryOfDraft } from '../stock/lot-messages.ts'
import { postEntry } from './entry.ts'
import { lockDraft } from './lock-draft.ts'

/** A pending transaction has no form in which its date could be corrected. */
const lotMessages = { fields: null, sentences: { conflict: otherExpiryOfDraft } }

/**
 * Posts a draft as its transaction; the draft's id is the posting's, so it can never be posted twice. Refuses:
 * lockDraft, postEntry.
 */
export const completeTransactionDraftCommand = implement(completeTransactionDraft, async (tx, actor, { draft_id }) => {
  const entry = await lockDraft(tx, actor, draft_id)
  const outcome = await postEntry(tx, actor, { id: draft_id, kind: 'entry', entry }, lotMessages)
  await tx.run(sql`
    update transaction_drafts set status = 'completed', posting_id = ${outcome.posting_id}, closed_at = app.now()
    where org_id = ${actor.org_id} and id = ${draft_id}`)
  return outcome
})
