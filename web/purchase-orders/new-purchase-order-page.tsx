import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { listProducts, type ProductListItem } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder, submitPurchaseOrder } from '../../contract/purchase-orders.ts'
import { readSupplier, type Supplier } from '../../contract/suppliers.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { sumsOf } from '../orders/order-line.ts'
import { ErrorCard } from '../kit/error-state.tsx'
import { FormSkeleton } from '../kit/form-skeleton.tsx'
import { RecordFrame, RecordPage } from '../kit/record-page.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { useRead } from '../kit/api.ts'
import { useUrlState } from '../kit/url-state.ts'
import { useCommand } from '../kit/use-command.ts'
import { useGo } from '../kit/use-go.ts'
import { useNewOrder } from '../orders/use-order-form.ts'
import { confirmPayment } from './confirm-payment.tsx'
import { newOrderValues, purchaseOrderKind } from './order-values.ts'
import { PurchaseOrderForm } from './purchase-order-form.tsx'
import { ofSupplier, reorderLines } from './reorder.ts'

const back = { label: 'Purchase Orders', to: '/purchase-orders' }
const title = 'Create Purchase Order'

/** A new order, with the supplier that the address names, and with its products to reorder if the address says so. */
export function NewPurchaseOrderPage() {
  const [{ supplier: id, reorder }] = useUrlState({ supplier: '', reorder: '' })
  const query = useRead(readSupplier, { id }, { enabled: id !== '' })
  if (id === '')
    return (
      <RecordFrame breadcrumb={[back]} title={title}>
        {reorder ? <Reorder /> : <NewPurchaseOrder />}
      </RecordFrame>
    )
  return (
    <RecordPage
      breadcrumb={[back]}
      query={query}
      head={() => ({ title })}
      record={{ kind: 'supplier', id }}
      notFound={{
        title: 'Supplier Not Found',
        text: "The supplier you're looking for doesn't exist.",
        back: { ...back, label: 'Back to Purchase Orders' },
      }}
      failed="Failed to load supplier"
      skeleton={<FormSkeleton />}
    >
      {(supplier) =>
        reorder ? <Reorder key={id} supplier={supplier} /> : <NewPurchaseOrder key={id} supplier={supplier} />
      }
    </RecordPage>
  )
}

/** An order that begins with the products to reorder of its supplier, or of those without one. */
function Reorder({ supplier }: { supplier?: Supplier }) {
  const { data, error, refetch } = useRead(listProducts, ofSupplier(supplier?.id))
  if (data) return <NewPurchaseOrder {...(supplier ? { supplier } : {})} reordered={data.items} />
  if (!error) return <FormSkeleton />
  return <ErrorCard error={error} fallback="Failed to load products to reorder" onRetry={() => void refetch()} />
}

type NewPurchaseOrderProps = Readonly<{ supplier?: Supplier; reordered?: readonly ProductListItem[] }>

/**
 * An unsaved order. Complete Payment saves it, records it as paid and therefore places it, in one step; one that costs
 * nothing is only placed. Submit Order saves and places one that is bought on account. If only the second part fails,
 * the order exists as a draft.
 */
function NewPurchaseOrder({ supplier, reordered }: NewPurchaseOrderProps) {
  const go = useGo()
  const [initial] = useState(() => ({ ...newOrderValues(supplier), lines: reorderLines(reordered ?? [], [], null) }))
  // An order that was begun without a supplier, or with another one, stays as it is.
  const from = [...(reordered ? ['to reorder'] : []), ...(supplier ? [`from ${supplier.id}`] : [])]
  const draft = [purchaseOrderKind.draft, ...from].join(' ')
  const next = useRef<'pay' | 'submit' | null>(null)
  const agreed = useRef<{ payment_date: string } | null>(null)
  const payment = useCommand(payPurchaseOrder, { showsProgress: true })
  const placement = useCommand(submitPurchaseOrder, { showsProgress: true })
  const state = useNewOrder(
    createPurchaseOrder,
    { ...purchaseOrderKind, draft },
    {
      initial,
      ask: async ({ lines }) => {
        if (next.current !== 'pay') return true
        agreed.current = await confirmPayment({ status: 'draft', amount_due: sumsOf(lines).total })
        return agreed.current !== null
      },
      onDone: async ({ id, version, order_number, amount_due }) => {
        if (next.current === null) {
          toastDone(`${order_number} was created`, { open: recordAddress('purchase_order', id) })
          return go(back.to)
        }
        const pays = next.current === 'pay' && amount_due > 0
        try {
          if (pays) await payment.run({ id, version, ...agreed.current })
          else await placement.run({ id, version })
          toastDone(`${order_number} is ordered${pays ? ' and paid' : ''}`)
        } catch (error) {
          toastFailed(error, pays ? 'Failed to process payment' : 'Failed to update order status')
        }
        go(recordAddress('purchase_order', id))
      },
    },
  )
  const saveAnd = async (step: 'pay' | 'submit') => {
    next.current = step
    await state.submit()
    next.current = null
  }
  const off = state.pending || payment.pending || placement.pending
  return (
    <PurchaseOrderForm
      state={state}
      order={null}
      submitLabel="Create Order"
      onCancel={() => go(back.to)}
      actions={
        <>
          <Button variant="default" disabled={off} onClick={() => void saveAnd('pay')}>
            Complete Payment
          </Button>
          {state.values.payment_terms_days !== '' && (
            <Button variant="default" disabled={off} onClick={() => void saveAnd('submit')}>
              Submit Order
            </Button>
          )}
        </>
      }
    />
  )
}
