import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconX } from '@tabler/icons-react'
import { type PurchaseOrder, updatePurchaseOrder } from '../../contract/purchase-orders.ts'
import { OrderEditor } from '../orders/order-editor.tsx'
import { useSavedOrder } from '../orders/use-order-form.ts'
import { OrderAside } from './order-aside.tsx'
import { purchaseOrderKind } from './order-values.ts'
import { PurchaseOrderForm } from './purchase-order-form.tsx'
import { mayAct, type OrderActions, useOrderActions } from './use-order-actions.tsx'

/** The form of one purchase order, with its events. Saving and cancelling lead back to its document. */
export function EditPurchaseOrder({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const actions = useOrderActions()
  const state = useSavedOrder(updatePurchaseOrder, purchaseOrderKind, order, onClose)
  return (
    <OrderEditor failure={actions.failure} aside={<OrderAside order={order} editing />}>
      <PurchaseOrderForm
        state={state}
        order={order}
        submitLabel="Update Order"
        onCancel={onClose}
        actions={<NextSteps order={order} actions={actions} dirty={state.dirty} />}
      />
    </OrderEditor>
  )
}

type NextStepsProps = { order: PurchaseOrder; actions: OrderActions; dirty: boolean }

/** The order's next step, and rare actions. Input must be saved first: the steps use stored data. */
function NextSteps({ order, actions, dirty }: NextStepsProps) {
  const first = dirty ? 'Save your changes first' : undefined
  const off = { disabled: dirty || actions.pending, title: first }
  const rare = (['reopen', 'cancel'] as const).filter((action) => mayAct(order, action))
  return (
    <>
      {mayAct(order, 'pay') && (
        <Button variant="default" {...off} onClick={() => void actions.pay(order)}>
          Complete Payment
        </Button>
      )}
      {mayAct(order, 'submit') && (
        <Button variant="default" {...off} onClick={() => void actions.submit(order)}>
          Submit Order
        </Button>
      )}
      {rare.length > 0 && (
        <Menu position="top-end">
          <Menu.Target>
            <Button variant="default" px={10} aria-label={`More actions for ${order.order_number}`}>
              <IconDots size={18} stroke={1.8} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rare.includes('reopen') && (
              <Menu.Item
                leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
                {...off}
                onClick={() => void actions.reopen(order)}
              >
                Back to draft
              </Menu.Item>
            )}
            {rare.includes('cancel') && (
              <Menu.Item
                color="red"
                leftSection={<IconX size={16} stroke={1.6} />}
                {...off}
                onClick={() => void actions.cancel(order)}
              >
                Cancel order
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
