import { reversePosting as reversePostingEndpoint } from '../../contract/postings.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { reversePosting } from '../../ledger/reverse-posting.ts'
import { explainRefusals } from './explain-refusals.ts'
import { undoMessages } from './undo-messages.ts'

/** Undoes a posting that belongs to no document. What it refuses: reversePosting. */
export const reversePostingCommand = implement(reversePostingEndpoint, async (tx, actor, input) => {
  const posting = { id: input.id ?? newId(), posting_id: input.posting_id }
  const result = await explainRefusals(reversePosting(tx, actor, posting), undoMessages)
  return { posting_id: result.posting_id, reverses_posting_id: input.posting_id }
})
