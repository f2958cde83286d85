import { formatQuantity } from '../../contract/quantity.ts'
import { useState } from 'react'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { RecordFrame } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useGo } from '../kit/use-go.ts'
import { useNewOrder } from '../orders/use-order-form.ts'
import { SalesOrderForm } from './sales-order-form.tsx'
import { newSalesValues, salesOrderKind } from './sales-values.ts'

/** An unsaved order. */
export function NewSalesOrderPage() {
  const go = useGo()
  const [initial] = useState(newSalesValues)
  const state = useNewOrder(createSalesOrder, salesOrderKind, {
    initial,
    onDone: ({ id, order_number, backordered }) => {
      toastDone(createdMessage(order_number, backordered))
      go(`/sales-orders/${id}`)
    },
  })
  return (
    <RecordFrame breadcrumb={[{ label: 'Sales Orders', to: '/sales-orders' }]} title="Create Sales Order">
      <SalesOrderForm state={state} order={null} submitLabel="Create Order" onCancel={() => go('/sales-orders')} />
    </RecordFrame>
  )
}

function createdMessage(order_number: string, backordered: number): string {
  if (backordered === 0) return `${order_number} was created`
  if (backordered === 1) return `${order_number} was created. 1 unit is backordered.`
  return `${order_number} was created. ${formatQuantity(backordered)} units are backordered.`
}
