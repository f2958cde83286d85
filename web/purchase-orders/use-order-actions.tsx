import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '../ui/money.ts'
import {
  cancelPurchaseOrder,
  payPurchaseOrder,
  type PurchaseOrder,
  recordPurchaseRefund,
  reopenPurchaseOrder,
  reversePurchasePayment,
  submitPurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { hasReceipts, purchaseOrderActions, type PurchaseOrderAction } from '../../contract/purchase-order-actions.ts'
import { messageOf, useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { act } from '../kit/use-command.ts'
import { toastDone } from '../kit/toast.tsx'
import { cancelEffects } from './cancel-effects.ts'
import { confirmPayment, confirmRefund } from './confirm-payment.tsx'

/** The actions on orders, and why the last one failed. */
export type OrderActions = ReturnType<typeof useOrderActions>

/** The actions on an order besides editing. `failure` is the message of the last one that failed. */
export function useOrderActions() {
  const { failure, attempt } = useAttempts()
  const pay = useCommand(payPurchaseOrder)
  const refund = useCommand(recordPurchaseRefund)
  const submit = useCommand(submitPurchaseOrder)
  const reopen = useCommand(reopenPurchaseOrder)
  const cancel = useCommand(cancelPurchaseOrder)

  return {
    failure,
    pending: pay.pending || refund.pending || submit.pending || reopen.pending || cancel.pending,
    pay: async (order: PurchaseOrder) => {
      const { id, version, order_number } = order
      const agreed = await confirmPayment(order)
      const isPlaced = order.status !== 'draft'
      const undoPayment = (after: PurchaseOrder) => undoNewPayment(order, after)
      if (agreed)
        await attempt(() => pay.run({ id, version, ...agreed }), {
          done: `${order_number} is paid`,
          fallback: 'Failed to process payment',
          undo: isPlaced ? undoPayment : async (after) => reopenOrder(await undoPayment(after)),
          undone: isPlaced ? 'The payment was undone' : `${order_number} is an unpaid draft again`,
        })
    },
    refund: async (order: PurchaseOrder) => {
      const { id, version, order_number, refund_due } = order
      const agreed = await confirmRefund(order)
      if (agreed)
        await attempt(() => refund.run({ id, version, ...agreed }), {
          done: `Refund of ${formatMoney(refund_due)} recorded for ${order_number}`,
          fallback: 'Failed to record the refund',
          undo: (after) => undoNewPayment(order, after),
          undone: 'The refund was undone',
        })
    },
    submit: ({ id, version, order_number }: PurchaseOrder) =>
      attempt(() => submit.run({ id, version }), {
        done: `${order_number} is ordered`,
        fallback: statusFailed,
        undo: reopenOrder,
        undone: `${order_number} moved back to draft`,
      }),
    reopen: ({ id, version, order_number }: PurchaseOrder) =>
      attempt(() => reopen.run({ id, version }), {
        done: `${order_number} moved back to draft`,
        fallback: statusFailed,
      }),
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
        await attempt(() => cancel.run({ id, version, notes }), {
          done: `${order_number} is cancelled`,
          fallback: statusFailed,
        })
    },
  }
}

/** Runs an action with its message and the way to undo it. `failure` is why the last one failed. */
function useAttempts() {
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = async (
    work: () => Promise<PurchaseOrder>,
    { done, fallback, ...next }: { done: string; fallback: string; undo?: Undo; undone?: string },
  ) => {
    setFailure(null)
    try {
      const after = await work()
      const { undo, undone } = next
      toastDone(done, { about: after.id, ...(undo && undone ? { undo: () => undo(after), undone } : {}) })
    } catch (error) {
      setFailure(messageOf(error, fallback))
    }
  }
  return { failure, attempt }
}

const statusFailed = 'Failed to update order status'

/** How to undo an action, from the order that it returned. */
type Undo = (after: PurchaseOrder) => Promise<unknown>

const reopenOrder = ({ id, version }: PurchaseOrder) => act(reopenPurchaseOrder, { id, version })

/** Undoes the payment that was added between two versions of an order: it can be dated before earlier ones. */
function undoNewPayment(before: PurchaseOrder, after: PurchaseOrder): Promise<PurchaseOrder> {
  const added = after.payments.find(({ id }) => before.payments.every((payment) => payment.id !== id))
  if (!added) throw new Error('The order has no payment to undo')
  return act(reversePurchasePayment, { payment_id: added.id })
}

/** Whether an action is possible for an order now, by the table that the server uses. */
export function mayAct(order: PurchaseOrder, action: PurchaseOrderAction): boolean {
  const received = order.lines.some(hasReceipts)
  return purchaseOrderActions[action]({ ...order, received }) === null
}

function CancelQuestion({ order, onNotes }: { order: PurchaseOrder; onNotes: (text: string) => void }) {
  return (
    <>
      <p>{cancelEffects(order)}</p>
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
