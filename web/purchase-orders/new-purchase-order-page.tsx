import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { sumsOf } from '../orders/order-line.ts'
import { RecordFrame } from '../kit/record-page.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useCommand } from '../kit/use-command.ts'
import { useGo } from '../kit/use-go.ts'
import { useNewOrder } from '../orders/use-order-form.ts'
import { newOrderValues, purchaseOrderKind } from './order-values.ts'
import { PurchaseOrderForm } from './purchase-order-form.tsx'
import { confirmPayment } from './use-order-actions.tsx'

/**
 * An unsaved order. Complete Payment saves it, records it as paid and therefore places it, in one step; if only the
 * payment fails, the order exists as a draft.
 */
export function NewPurchaseOrderPage() {
  const go = useGo()
  const [initial] = useState(newOrderValues)
  const pays = useRef(false)
  const payment = useCommand(payPurchaseOrder, { showsProgress: true })
  const state = useNewOrder(createPurchaseOrder, purchaseOrderKind, {
    initial,
    ask: async ({ lines }) =>
      !pays.current || confirmPayment({ status: 'draft', total_amount: sumsOf(lines).total, paid_amount: 0 }),
    onDone: async ({ id, version, order_number }) => {
      if (!pays.current) {
        toastDone(`${order_number} was created`, { open: `/purchase-orders/${id}` })
        return go('/purchase-orders')
      }
      try {
        await payment.run({ id, version })
        toastDone(`${order_number} is ordered and paid`)
      } catch (error) {
        toastFailed(error, 'Failed to process payment')
      }
      go(`/purchase-orders/${id}`)
    },
  })
  const pay = async () => {
    pays.current = true
    await state.submit()
    pays.current = false
  }
  return (
    <RecordFrame breadcrumb={[{ label: 'Purchase Orders', to: '/purchase-orders' }]} title="Create Purchase Order">
      <PurchaseOrderForm
        state={state}
        order={null}
        submitLabel="Create Order"
        onCancel={() => go('/purchase-orders')}
        actions={
          <Button variant="default" disabled={state.pending || payment.pending} onClick={() => void pay()}>
            Complete Payment
          </Button>
        }
      />
    </RecordFrame>
  )
}
