import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import { anotherOrder } from '../orders/order-line.ts'
import { RecordFrame } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useGo } from '../kit/use-go.ts'
import { newOrderValues, orderError, orderInput } from './order-values.ts'
import { PurchaseOrderForm } from './purchase-order-form.tsx'
import { useState } from 'react'

/** An order before it is saved. */
export function NewPurchaseOrderPage() {
  const go = useGo()
  const [initial] = useState(newOrderValues)
  const fields = useFields(createPurchaseOrder, {
    initial,
    toInput: orderInput,
    draft: useDraft('purchase-order'),
  })
  const state = useSubmit(fields, {
    summary: orderError,
    onIdTaken: anotherOrder,
    fallback: 'Failed to save purchase order. Please try again.',
    onDone: ({ id, order_number }) => {
      toastDone(`${order_number} was created`, { open: `/purchase-orders/${id}` })
      go('/purchase-orders')
    },
  })
  return (
    <RecordFrame breadcrumb={[{ label: 'Purchase Orders', to: '/purchase-orders' }]} title="Create Purchase Order">
      <PurchaseOrderForm
        state={state}
        order={null}
        submitLabel="Create Order"
        onCancel={() => go('/purchase-orders')}
      />
    </RecordFrame>
  )
}
