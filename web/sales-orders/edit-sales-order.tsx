import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { type SalesOrder, updateSalesOrder } from '../../contract/sales-orders.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import shared from '../orders/orders.module.css'
import { confirm } from '../kit/confirm.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { salesStatusLabels } from './labels.ts'
import { OrderAside } from './order-aside.tsx'
import { SalesOrderForm } from './sales-order-form.tsx'
import { changesGoods, mergeSales, salesError, salesInput, salesMovedOn, salesValuesOf } from './sales-values.ts'
import { useSalesStatus } from './use-sales-status.ts'

/** The name under which an order's unsaved changes are kept. */
export const salesDraft = ({ id }: Pick<SalesOrder, 'id'>) => `sales-order ${id}`

/** The form of one sales order, with its events. Saving and cancelling lead back to its document. */
// oxlint-disable-next-line max-lines-per-function -- one form, from its values to what leaving it does
export function EditSalesOrder({ order, onClose }: { order: SalesOrder; onClose: () => void }) {
  const [savingFirst, setSavingFirst] = useState(false)
  const status = useSalesStatus()
  const fields = useFields(updateSalesOrder, {
    initial: salesValuesOf(order),
    toInput: salesInput,
    draft: useDraft(salesDraft(order)),
  })
  const conflict = useConflict(fields, {
    serverRecord: salesValuesOf(order),
    fromRecord: (record) => salesValuesOf(record as SalesOrder),
    lines: { together: mergeSales, canFastForward: salesMovedOn },
  })
  const state = useSubmit(fields, {
    conflict,
    summary: salesError,
    fallback: 'Failed to save sales order',
    onDone: ({ order_number }) => {
      toastDone(`${order_number} was saved`)
      onClose()
    },
  })
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
    <div className={shared['page']}>
      <div className={shared['form']}>
        {status.failure && (
          <Alert role="alert" color="red" icon={<IconAlertCircle size={18} stroke={1.7} />}>
            {status.failure}
          </Alert>
        )}
        <SalesOrderForm
          state={state}
          order={order}
          submitLabel="Update Order"
          onCancel={onClose}
          locked={savingFirst || status.pending}
          onStatus={(next) => void changeStatus(next)}
        />
      </div>
      <div className={shared['stack']}>
        <OrderAside order={order} editing />
      </div>
    </div>
  )
}
