import { useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { useCommand } from '../kit/api.ts'
import { checkInput } from '../kit/check-input.ts'
import { createSharedKeys } from '../kit/shared-keys.ts'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { expiryOf } from '../stock/lot-of-entry.ts'
import { taking, tooMany, tooManyForAny } from '../stock/may-take.ts'
import { releasedText } from '../stock/released-text.ts'
import { undoPosting } from '../stock/undo.ts'
import { useLiveErrors } from '../stock/use-live-errors.ts'

type Values = {
  product_id: string
  type: 'in' | 'out'
  reason_code: string | null
  quantity: number | string
  location_id: string
  lot_number: string
  expires_on: string
  happened_at: string
  notes: string
}

/** The form of a transaction: its values, their checks against current stock, and both ways to save it. */
export function useTransactionForm(product_id: string, stock: ProductStock | undefined, onClose: () => void) {
  const [keys] = useState(() => createSharedKeys([createTransaction.name, createTransactionDraft.name]))
  const draft = useCommand(createTransactionDraft, { isForm: true, keys })

  const toInput = ({ happened_at, ...values }: Values) => ({
    ...values,
    location_id: values.location_id || null,
    expires_on: expiryOf(values),
    happened_at: happened_at === '' ? null : localMoment(happened_at),
  })
  const fields = useFields(createTransaction, {
    initial: {
      product_id,
      type: 'in',
      reason_code: null,
      quantity: 1,
      location_id: '',
      lot_number: '',
      expires_on: '',
      happened_at: '',
      notes: '',
    } as Values,
    toInput,
    check: ({ type, reason_code, quantity, location_id, lot_number }) => {
      const reason = taking(type, reason_code)
      // A lot may have less than all lots together: then only the server knows.
      if (!stock || typeof quantity !== 'number' || trimmed(lot_number) !== '') return {}
      if (!reason && type === 'in') return {}
      const wrong = reason ? tooMany(stock, reason, location_id, quantity) : tooManyForAny(stock, location_id, quantity)
      return wrong === undefined ? {} : { quantity: wrong }
    },
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to add transaction',
    keys,
    onDone: (outcome) => {
      onClose()
      toastDone(`Transaction added: ${formatQuantity(outcome.on_hand)} on hand${releasedText(outcome)}`, {
        undo: () => undoPosting(outcome.posting_id),
      })
    },
  })
  const wrong = useLiveErrors(state, ['quantity'], stock)
  const { form } = state

  // A pending transaction takes nothing yet, so current stock doesn't prevent it.
  const saveAsPending = async () => {
    const input = toInput(form.getValues())
    const { fields } = checkInput(createTransactionDraft.input, input)
    if (fields) return form.setErrors(fields)
    try {
      await draft.run(input as never)
      onClose()
      toastDone('Saved as pending. Nothing has moved yet.')
    } catch (error) {
      state.showRefusal(error)
    }
  }
  return { state, wrong, saveAsPending, isSaving: draft.pending }
}

/** The value of a `datetime-local` field as a moment; unchanged if invalid, for the schema to refuse. */
function localMoment(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}
