import { printReceipt, type ReceiptSummary, reverseReceipt } from '../../contract/receiving.ts'
import { confirm } from '../kit/confirm.tsx'
import { saveFile } from '../kit/save-file.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'

/** Downloads a receipt as PDF. */
export const print = ({ id }: Pick<ReceiptSummary, 'id'>) =>
  saveFile(printReceipt, { id }, 'The document couldn’t be created')

/** Confirms, then undoes a receipt. */
export async function undoReceipt({ id }: Pick<ReceiptSummary, 'id'>): Promise<void> {
  const sure = await confirm({
    title: 'Undo this receipt?',
    text: 'Stock is reduced. Ordered units are incoming again, unless the order is cancelled. Extra units are no longer owed.',
    confirmLabel: 'Undo receipt',
    danger: true,
  })
  if (!sure) return
  try {
    await act(reverseReceipt, { id })
    toastDone('Receipt undone')
  } catch (error) {
    toastFailed(error, 'Failed to undo the receipt')
  }
}
