import { useState } from 'react'
import { changeSalesOrderStatus, type SalesOrder, type SalesOrderStatus } from '../../contract/sales-orders.ts'
import { ApiError } from '../kit/api-error.ts'
import { messageOf, useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone } from '../kit/toast.tsx'
import { salesStatusLabels } from './labels.ts'
import { leavesNow } from './sales-values.ts'

/** Changes an order's status at once. Asks before goods leave, are let go or come back. `failure` says what the last change met. */
export function useSalesStatus(order: SalesOrder) {
  const command = useCommand(changeSalesOrderStatus)
  const [failure, setFailure] = useState<string | null>(null)
  const { id, version, order_number } = order

  const send = async (status: SalesOrderStatus, take_back: boolean) => {
    try {
      await command.run({ id, version, status, take_back })
      toastDone(`${order_number} is ${salesStatusLabels[status].toLowerCase()}`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'takes_goods_back' && !take_back) return askBack(status, error)
      setFailure(messageOf(error, 'Failed to update order status'))
    }
  }

  const askBack = async (status: SalesOrderStatus, error: ApiError) => {
    const sure = await confirm({
      title: `Make ${order_number} ${salesStatusLabels[status].toLowerCase()} again?`,
      text: `${error.message} They go to where they left, and are reserved for this order.`,
      confirmLabel: 'Take goods back',
    })
    if (sure) await send(status, true)
  }

  return {
    failure,
    pending: command.pending,
    change: async (status: SalesOrderStatus) => {
      setFailure(null)
      if (status === order.status) return
      const question = questionOf(order, status)
      if (question === null || (await confirm(question))) await send(status, false)
    },
  }
}

/** What a status does that cannot simply be chosen back; null where nothing does. */
function questionOf(order: SalesOrder, status: SalesOrderStatus) {
  const left = order.lines.some((line) => line.shipped_quantity < line.quantity)
  if (status === 'cancelled')
    return {
      title: `Cancel ${order.order_number}?`,
      text: 'What is reserved for it is let go, and shipments that wait fail. What was shipped stays with the customer until it is returned.',
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep order',
      danger: true,
    }
  if ((status === 'shipped' || status === 'delivered') && left)
    return {
      title: `Ship what is left of ${order.order_number}?`,
      text: leavesNow(order),
      confirmLabel: status === 'shipped' ? 'Ship' : 'Ship and deliver',
    }
  return null
}
