import { useState } from 'react'
import { type SalesOrder, updateSalesOrder } from '../../contract/sales-orders.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone } from '../kit/toast.tsx'
import { OrderEditor } from '../orders/order-editor.tsx'
import { useSavedOrder } from '../orders/use-order-form.ts'
import { salesStatusLabels } from './labels.ts'
import { OrderAside } from './order-aside.tsx'
import { SalesOrderForm } from './sales-order-form.tsx'
import { changesGoods, salesOrderKind, salesValuesOf } from './sales-values.ts'
import { useSalesStatus } from './use-sales-status.ts'

/** The form of one sales order, with its events. Saving and cancelling lead back to its document. */
export function EditSalesOrder({ order, onClose }: { order: SalesOrder; onClose: () => void }) {
  const [savingFirst, setSavingFirst] = useState(false)
  const status = useSalesStatus()
  const state = useSavedOrder(updateSalesOrder, salesOrderKind, order, onClose)
  /** A shipment must contain what the screen shows: changed items are saved before the status. */
  const changeStatus = async (next: SalesOrderStatus) => {
    if (!changesGoods(salesValuesOf(order), state.values)) return status.change(order, next)
    const sure = await confirm({
      title: 'Save your changes first?',
      text: `The items of ${order.order_number} have unsaved changes. Save them before changing the status to ${salesStatusLabels[next]}.`,
      confirmLabel: 'Save and continue',
      cancelLabel: 'Keep editing',
    })
    if (!sure) return
    const saved = await saveFirst()
    if (saved && !(await status.change(saved, next)))
      toastDone(`${order.order_number} was saved. Its status is still ${salesStatusLabels[saved.status]}.`)
  }
  const saveFirst = async () => {
    setSavingFirst(true)
    try {
      return await state.save()
    } finally {
      setSavingFirst(false)
    }
  }
  return (
    <OrderEditor failure={status.failure} aside={<OrderAside order={order} editing />}>
      <SalesOrderForm
        state={state}
        order={order}
        submitLabel="Update Order"
        onCancel={onClose}
        locked={savingFirst || status.pending}
        onStatus={(next) => void changeStatus(next)}
      />
    </OrderEditor>
  )
}
