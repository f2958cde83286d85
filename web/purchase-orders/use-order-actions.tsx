import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, sumAmounts } from '../../contract/money.ts'
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

/** What can be done to an order besides editing it. `failure` is the sentence of the last one that failed. */
export function useOrderActions(order: PurchaseOrder) {
  const [failure, setFailure] = useState<string | null>(null)
  const pay = useCommand(payPurchaseOrder)
  const submit = useCommand(submitPurchaseOrder)
  const reopen = useCommand(reopenPurchaseOrder)
  const cancel = useCommand(cancelPurchaseOrder)
  const { id, version, order_number } = order
  const state = { ...order, received: order.lines.some((line) => line.received_quantity > 0) }

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
    /** Why an action cannot be taken now; null when it can. */
    refusal: (action: PurchaseOrderAction) => purchaseOrderActions[action](state),
    pay: async () => {
      const missing = formatMoney(sumAmounts([order.total_amount, -order.paid_amount]))
      const sure = await confirm({
        title: 'Complete payment',
        text: `${missing} will be recorded as paid for ${order_number}.${order.status === 'draft' ? ' This also places the order.' : ''}`,
        confirmLabel: 'Complete Payment',
      })
      if (sure) await act(() => pay.run({ id, version }), `${order_number} is paid`, 'Failed to process payment')
    },
    submit: () => act(() => submit.run({ id, version }), `${order_number} is ordered`, 'Failed to update order status'),
    reopen: () =>
      act(() => reopen.run({ id, version }), `${order_number} is a draft again`, 'Failed to update order status'),
    cancel: async () => {
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

function CancelQuestion({ order, onNotes }: { order: PurchaseOrder; onNotes: (text: string) => void }) {
  const effects = [
    isOpen(order.status) ? 'What has not been received is no longer expected.' : 'The draft is closed.',
    order.paid_amount > 0 ? 'What was paid for it is due back from the supplier.' : '',
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
