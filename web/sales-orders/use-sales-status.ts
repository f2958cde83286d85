import { useState } from 'react'
import { formatMoney } from '../ui/money.ts'
import { changeSalesOrderStatus, type SalesOrder } from '../../contract/sales-orders.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { ApiError } from '../kit/api-error.ts'
import { messageOf, useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { retireUndo, toastDone } from '../kit/toast.tsx'
import { leavesNow, missingToLeave } from './leaves-now.ts'

/**
 * Changes an order's status immediately. Confirms before units leave, are released or come back. `failure` is why the
 * last change failed.
 */
export function useSalesStatus() {
  const command = useCommand(changeSalesOrderStatus)
  const [failure, setFailure] = useState<string | null>(null)

  const send = async (order: SalesOrder, status: SalesOrderStatus, take_back: boolean): Promise<boolean> => {
    const { id, version, order_number } = order
    // An order's status moves its shipments.
    retireUndo(...order.shipments.map((shipment) => shipment.id))
    try {
      await command.run({ id, version, status, take_back })
      toastDone(nowIs[status](order_number))
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'takes_goods_back' && !take_back)
        return askBack(order, status, error)
      setFailure(messageOf(error, 'Failed to update order status'))
      return false
    }
  }

  const askBack = async (order: SalesOrder, status: SalesOrderStatus, error: ApiError): Promise<boolean> => {
    const sure = await confirm({
      title: `Return items of ${order.order_number} to stock?`,
      text: `${error.message} Stock goes back to its original location and is reserved for this order again.`,
      confirmLabel: 'Return to stock',
    })
    return sure && send(order, status, true)
  }

  return {
    failure,
    pending: command.pending,
    /** Changes the status of a stored order. Returns whether it did. */
    change: async (order: SalesOrder, status: SalesOrderStatus): Promise<boolean> => {
      setFailure(null)
      if (status === order.status) return false
      const missing = shipsAll(order, status) ? missingToLeave(order) : null
      if (missing !== null) {
        setFailure(missing)
        return false
      }
      const question = questionOf(order, status)
      return (question === null || (await confirm(question))) && send(order, status, false)
    },
  }
}

/** The message after a change of status. */
const nowIs: Record<SalesOrderStatus, (order: string) => string> = {
  pending: (order) => `${order} is pending`,
  processing: (order) => `${order} is processing`,
  shipped: (order) => `${order} is shipped`,
  delivered: (order) => `${order} is delivered`,
  cancelled: (order) => `${order} is cancelled`,
}

/** Whether a status ships units that haven't left. */
const shipsAll = ({ lines }: SalesOrder, status: SalesOrderStatus): boolean =>
  (status === 'shipped' || status === 'delivered') && lines.some((line) => line.shipped_quantity < line.quantity)

const cancelling =
  'Reserved stock is released and pending shipments are discarded. Shipped goods stay with the customer until they are returned.'
const refunding = ({ paid_amount }: SalesOrder) =>
  `${formatMoney(paid_amount)} was paid. Anything beyond the shipped goods becomes due as a refund.`

/** The effects of a status that can't simply be chosen back; null if there are none. */
function questionOf(order: SalesOrder, status: SalesOrderStatus) {
  if (status === 'cancelled')
    return {
      title: `Cancel ${order.order_number}?`,
      text: order.paid_amount > 0 ? `${cancelling} ${refunding(order)}` : cancelling,
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep order',
      danger: true,
    }
  if (shipsAll(order, status))
    return {
      title: `Ship the rest of ${order.order_number}?`,
      text: leavesNow(order),
      confirmLabel: status === 'shipped' ? 'Ship' : 'Ship and deliver',
    }
  return null
}
