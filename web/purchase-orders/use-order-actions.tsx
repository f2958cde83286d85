import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '../../contract/money.ts'
import {
  cancelPurchaseOrder,
  payPurchaseOrder,
  type PurchaseOrder,
  reopenPurchaseOrder,
  submitPurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { isOpen, purchaseOrderActions, type PurchaseOrderAction } from '../../contract/purchase-order-actions.ts'
import { messageOf, useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone } from '../kit/toast.tsx'

/** The actions on orders, and why the last one failed. */
export type OrderActions = ReturnType<typeof useOrderActions>

/** The actions on an order besides editing. `failure` is the message of the last one that failed. */
export function useOrderActions() {
  const [failure, setFailure] = useState<string | null>(null)
  const pay = useCommand(payPurchaseOrder)
  const submit = useCommand(submitPurchaseOrder)
  const reopen = useCommand(reopenPurchaseOrder)
  const cancel = useCommand(cancelPurchaseOrder)

  const act = async (work: () => Promise<unknown>, done: string, fallback: string) => {
    setFailure(null)
    try {
      await work()
      toastDone(done)
    } catch (error) {
      setFailure(messageOf(error, fallback))
    }
  }

  return {
    failure,
    pending: pay.pending || submit.pending || reopen.pending || cancel.pending,
    pay: async (order: PurchaseOrder) => {
      const { id, version, order_number } = order
      const sure = await confirmPayment(order)
      if (sure) await act(() => pay.run({ id, version }), `${order_number} is paid`, 'Failed to process payment')
    },
    submit: ({ id, version, order_number }: PurchaseOrder) =>
      act(() => submit.run({ id, version }), `${order_number} is ordered`, 'Failed to update order status'),
    reopen: ({ id, version, order_number }: PurchaseOrder) =>
      act(() => reopen.run({ id, version }), `${order_number} moved back to draft`, 'Failed to update order status'),
    cancel: async (order: PurchaseOrder) => {
      const { id, version, order_number } = order
      let notes = ''
      const sure = await confirm({
        title: `Cancel ${order_number}?`,
        text: <CancelQuestion order={order} onNotes={(text) => (notes = text)} />,
        confirmLabel: 'Cancel order',
        cancelLabel: 'Keep order',
        danger: true,
      })
      if (sure)
        await act(
          () => cancel.run({ id, version, notes }),
          `${order_number} is cancelled`,
          'Failed to update order status',
        )
    },
  }
}

/** Whether an action is possible for an order now, by the table that the server uses. */
export function mayAct(order: PurchaseOrder, action: PurchaseOrderAction): boolean {
  const received = order.lines.some((line) => line.received_quantity > 0)
  return purchaseOrderActions[action]({ ...order, received }) === null
}

type Payable = Pick<PurchaseOrder, 'status' | 'amount_due'>

/** Confirms before what is due for an order is paid; this also places a draft. */
export function confirmPayment({
  status,
  amount_due,
  order_number = 'this order',
}: Payable & { order_number?: string }): Promise<boolean> {
  const missing = formatMoney(amount_due)
  return confirm({
    title: 'Complete payment',
    text:
      status === 'draft'
        ? `${missing} will be recorded as paid for ${order_number}. This also places the order.`
        : `${missing} will be recorded as paid for ${order_number}.`,
    confirmLabel: 'Complete Payment',
  })
}

function CancelQuestion({ order, onNotes }: { order: PurchaseOrder; onNotes: (text: string) => void }) {
  const effects = [
    isOpen(order.status) ? 'Outstanding units are no longer incoming.' : 'The draft is closed.',
    order.paid_amount > 0 ? 'Payments are due back from the supplier.' : '',
    'This can’t be undone.',
  ]
  return (
    <>
      <p>{effects.filter(Boolean).join(' ')}</p>
      <Textarea
        mt="md"
        label="Reason"
        description="Kept in the order’s history"
        rows={2}
        onChange={(event) => onNotes(event.currentTarget.value)}
      />
    </>
  )
}
