import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { newId } from '../kit/new-id.ts'
import { toastDone } from '../kit/toast.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import { newReceiptValues } from './receipt-values.ts'

export type ReceiptFormState = CommandFormState<ReturnType<typeof newReceiptValues>>

/**
 * Handles a receipt whose response never arrived (the browser died, the connection broke), or that another tab sent:
 * the order then lists it under the form's id. Input that was sent with it is done and cleared; later input becomes a
 * receipt of its own and stays.
 */
export function useRecordedAlready(order: PurchaseOrder, state: ReceiptFormState): void {
  const { values, pending, restart, form } = state
  const [asked, setAsked] = useState(values)
  if (pending && asked !== values) setAsked(values)
  const existing = pending ? undefined : order.receipts.find((receipt) => receipt.id === values.id)
  const go = useRef<(receipt_no: number) => void>(() => {})
  useLayoutEffect(() => {
    go.current = (receipt_no) => {
      const more = values !== asked
      const recorded = `Receipt ${receipt_no} of ${order.order_number} was recorded`
      toastDone(more ? `${recorded}. Your later changes aren’t recorded yet.` : recorded)
      if (more) form.setFieldValue('id', newId())
      else restart(newReceiptValues())
    }
  })
  useEffect(() => {
    if (existing) go.current(existing.receipt_no)
  }, [existing])
}
