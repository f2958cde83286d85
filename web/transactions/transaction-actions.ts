import { formatQuantity } from '../../contract/quantity.ts'
import { completeTransactionDraft, discardTransactionDraft } from '../../contract/transaction-drafts.ts'
import type { Transaction } from '../../contract/transactions.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { releasedText } from '../stock/released-text.ts'
import { undoPosting } from '../stock/undo.ts'

/** Completes a pending transaction. */
export async function completeDraft({ draft_id, product_name }: Transaction): Promise<void> {
  if (!draft_id) return
  try {
    const outcome = await act(completeTransactionDraft, { draft_id })
    toastDone(`${product_name ?? 'Product'}: ${formatQuantity(outcome.on_hand)} on hand${releasedText(outcome)}`, {
      undo: () => undoPosting(outcome.posting_id),
    })
  } catch (error) {
    toastFailed(error, 'Failed to add transaction')
  }
}

/** Discards a pending transaction, after a confirmation. */
export async function discardDraft({ draft_id }: Transaction): Promise<void> {
  if (!draft_id) return
  const sure = await confirm({
    title: 'Discard this transaction?',
    text: 'It hasn’t moved any stock.',
    confirmLabel: 'Discard',
    danger: true,
  })
  if (!sure) return
  try {
    await act(discardTransactionDraft, { draft_id })
    toastDone('Transaction discarded')
  } catch (error) {
    toastFailed(error, 'The transaction couldn’t be discarded. Please try again.')
  }
}
