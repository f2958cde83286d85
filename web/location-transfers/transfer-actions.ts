import { byCount, counted } from '../../contract/counted-nouns.ts'
import { cancelTransfer, completeTransfer, type Transfer } from '../../contract/location-transfers.ts'
import { confirm } from '../kit/confirm.tsx'
import { signedInUser } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { short } from '../ui/short.ts'
import { confirmUndo } from '../stock/undo-after-asking.tsx'
import { undoTransfer } from '../stock/undo.ts'

const goods = ({ quantity, product_name }: Transfer) => `${counted(quantity, 'unit')} of ${short(product_name)}`

/** Receives a transfer in transit. */
export function receive(transfer: Transfer): Promise<void> {
  return withToast(
    `${goods(transfer)} received at ${transfer.to_location_name}`,
    () => act(completeTransfer, { transfer_id: transfer.id }),
    () => undoTransfer(transfer.id),
  )
}

/** Cancels a transfer in transit, after a confirmation. */
export async function cancelAfterAsking(transfer: Transfer): Promise<void> {
  const sure = await confirm({
    title: 'Cancel this transfer?',
    text: `${goods(transfer)} will be available at ${short(transfer.from_location_name)} again.`,
    confirmLabel: 'Cancel transfer',
    cancelLabel: 'Keep transfer',
    danger: true,
  })
  if (sure)
    await withToast(`${goods(transfer)} returned to ${transfer.from_location_name}`, () =>
      act(cancelTransfer, { transfer_id: transfer.id }),
    )
}

const goBack = {
  one: '{count} of {product} goes back from {to} to {from}',
  other: '{count} of {product} go back from {to} to {from}',
}

/** Undoes a completed transfer, after a confirmation: rows may shift under the pointer while others work. */
export async function undoAfterAsking(transfer: Transfer): Promise<void> {
  const { quantity, product_name: product, from_location_name: from, to_location_name: to } = transfer
  const by = transfer.user_id === signedInUser() ? 'you' : transfer.user_reference
  const effects = [byCount(quantity, goBack, { product, from, to })]
  if (await confirmUndo('Undo this transfer?', { at: transfer.created_at, by }, effects))
    await withToast(`${goods(transfer)} returned to ${from}`, () => undoTransfer(transfer.id))
}

async function withToast(message: string, work: () => Promise<unknown>, undo?: () => Promise<void>): Promise<void> {
  try {
    await work()
    toastDone(message, undo ? { undo } : {})
  } catch (error) {
    toastFailed(error, 'Failed to transfer inventory')
  }
}
