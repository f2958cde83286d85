import { z } from 'zod'
import { command } from './endpoint.ts'
import { entryFields, withEntryRules } from './entry-rules.ts'
import { id } from './fields.ts'
import { stockOutcome } from './transactions.ts'

const draftId = z.strictObject({ draft_id: id })

export const createTransactionDraft = command({
  name: 'create_transaction_draft',
  summary: 'Creates a pending transaction. It moves no stock until it is completed',
  method: 'POST',
  path: '/transaction-drafts',
  permission: 'stock.write',
  input: withEntryRules(z.strictObject({ id: id.optional(), ...entryFields })),
  output: z.object({ draft_id: id }),
  status: 201,
  changes: ['stock'],
})

export const completeTransactionDraft = command({
  name: 'complete_transaction_draft',
  summary: 'Completes a pending transaction, under the same rules as a new one',
  method: 'POST',
  path: '/transaction-drafts/:draft_id/completion',
  permission: 'stock.write',
  input: draftId,
  output: stockOutcome,
  changes: ['stock'],
})

export const discardTransactionDraft = command({
  name: 'discard_transaction_draft',
  summary: 'Discards a pending transaction',
  method: 'DELETE',
  path: '/transaction-drafts/:draft_id',
  permission: 'stock.write',
  input: draftId,
  output: z.object({ draft_id: id }),
  changes: ['stock'],
})
