import { Alert, Button, Menu } from '@mantine/core'
import { IconAlertCircle, IconArrowBackUp, IconDots, IconPackageImport, IconPrinter, IconX } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import {
  printPurchaseOrder,
  type PurchaseOrder,
  readPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { Comments } from '../comments/comments.tsx'
import { partOfOrder } from '../orders/part-of-order.ts'
import shared from '../orders/orders.module.css'
import { download, useRead } from '../kit/api.ts'
import { RecordPage } from '../kit/record-page.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { ShareButton } from '../sharing/share-button.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { OrderAside } from './order-aside.tsx'
import { OrderPayment, OrderStatus } from './order-badges.tsx'
import { mergeOrders, orderError, orderInput, orderMovedOn, orderValuesOf } from './order-values.ts'
import { PurchaseOrderForm } from './purchase-order-form.tsx'
import { useOrderActions } from './use-order-actions.tsx'

const back = { label: 'Purchase Orders', to: '/purchase-orders' }

export function PurchaseOrderPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readPurchaseOrder, { id })
  return (
    <RecordPage
      breadcrumb={[back]}
      query={query}
      head={(order) => ({
        title: order.order_number,
        subtitle: (
          <>
            {order.supplier_name} · created <Moment at={order.created_at} as="dated" /> by {order.user_reference}
          </>
        ),
        badges: (
          <>
            <OrderStatus status={order.status} />
            <OrderPayment order={order} />
          </>
        ),
        actions: <HeadActions order={order} />,
      })}
      record={{ kind: 'purchase_order', id }}
      notFound={{ title: 'Purchase Order Not Found', back: { ...back, label: 'Back to Purchase Orders' } }}
      failed="Failed to load purchase order"
    >
      {(order) => <EditOrder key={order.id} order={order} />}
    </RecordPage>
  )
}

function HeadActions({ order }: { order: PurchaseOrder }) {
  const mayReceive = useMay('receiving.write') === true
  const print = () => download(printPurchaseOrder, { id: order.id }).catch((error: unknown) => toastFailed(error))
  return (
    <>
      {mayReceive && order.open_lines > 0 && (
        <Button
          component={Link}
          to={`/receiving?order=${order.id}`}
          variant="default"
          leftSection={<IconPackageImport size={16} stroke={1.7} />}
        >
          Receive
        </Button>
      )}
      <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.7} />} onClick={() => void print()}>
        Print
      </Button>
      {!order.concerns_other_locations && (
        <ShareButton document={{ kind: 'purchase', id: order.id, number: order.order_number, email: null }} />
      )}
    </>
  )
}

function EditOrder({ order }: { order: PurchaseOrder }) {
  const go = useGo()
  const actions = useOrderActions(order)
  const mayReceive = useMay('receiving.write') === true
  const fields = useFields(updatePurchaseOrder, {
    initial: orderValuesOf(order),
    toInput: orderInput,
    readOnly: order.concerns_other_locations
      ? `${partOfOrder}${mayReceive && order.open_lines > 0 ? ' You can receive the items below.' : ''}`
      : null,
    draft: useDraft(`purchase-order ${order.id}`),
  })
  const conflict = useConflict(fields, {
    serverRecord: orderValuesOf(order),
    fromRecord: (record) => orderValuesOf(record as PurchaseOrder),
    lines: { together: mergeOrders, canFastForward: orderMovedOn },
  })
  const state = useSubmit(fields, {
    conflict,
    summary: orderError,
    fallback: 'Failed to save purchase order. Please try again.',
    onDone: ({ order_number }) => {
      toastDone(`${order_number} was saved`)
      go('/purchase-orders')
    },
  })
  return (
    <>
      <div className={shared['page']}>
        <div className={shared['form']}>
          {actions.failure && (
            <Alert role="alert" color="red" mb="md" icon={<IconAlertCircle size={18} stroke={1.7} />}>
              {actions.failure}
            </Alert>
          )}
          <PurchaseOrderForm
            state={state}
            order={order}
            submitLabel="Update Order"
            onCancel={() => go('/purchase-orders')}
            actions={<NextSteps order={order} actions={actions} dirty={state.dirty} />}
          />
          <Comments record_type="purchase_order" record_id={order.id} />
        </div>
        <OrderAside order={order} />
      </div>
    </>
  )
}

type NextStepsProps = { order: PurchaseOrder; actions: ReturnType<typeof useOrderActions>; dirty: boolean }

/**
 * What comes next for this order, and what rarely does. What is typed must be saved first: the steps are taken with
 * what is stored.
 */
function NextSteps({ order, actions, dirty }: NextStepsProps) {
  const first = dirty ? 'Save your changes first' : undefined
  const off = { disabled: dirty || actions.pending, title: first }
  const rare = (['reopen', 'cancel'] as const).filter((action) => actions.refusal(action) === null)
  return (
    <>
      {actions.refusal('pay') === null && (
        <Button variant="default" {...off} onClick={() => void actions.pay()}>
          Complete Payment
        </Button>
      )}
      {actions.refusal('submit') === null && (
        <Button variant="default" {...off} onClick={() => void actions.submit()}>
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
                onClick={() => void actions.reopen()}
              >
                Back to draft
              </Menu.Item>
            )}
            {rare.includes('cancel') && (
              <Menu.Item
                color="red"
                leftSection={<IconX size={16} stroke={1.6} />}
                {...off}
                onClick={() => void actions.cancel()}
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
