import { counted } from '../../contract/counted-nouns.ts'
import { cancelTransfer, completeTransfer, type Transfer } from '../../contract/location-transfers.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { short } from '../ui/short.ts'
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
export async function callBack(transfer: Transfer): Promise<void> {
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

/** Undoes a completed transfer. */
export function takeBack(transfer: Transfer): Promise<void> {
  return withToast(`${goods(transfer)} returned to ${transfer.from_location_name}`, () => undoTransfer(transfer.id))
}

async function withToast(message: string, work: () => Promise<unknown>, undo?: () => Promise<void>): Promise<void> {
  try {
    await work()
    toastDone(message, undo ? { undo } : {})
  } catch (error) {
    toastFailed(error, 'Failed to transfer inventory')
  }
}
