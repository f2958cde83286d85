import { formatQuantity } from '../../contract/quantity.ts'
import { useState } from 'react'
import { readMe } from '../../contract/me.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import { RecordFrame } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useGo } from '../kit/use-go.ts'
import { useNewOrder } from '../orders/use-order-form.ts'
import { SalesOrderForm } from './sales-order-form.tsx'
import { newSalesValues, salesOrderKind } from './sales-values.ts'

/** An unsaved order. */
export function NewSalesOrderPage() {
  const go = useGo()
  const own = useRead(readMe, {}).data?.location_ids
  const [initial] = useState(() => newSalesValues(own?.length === 1 ? own[0] : undefined))
  const state = useNewOrder(createSalesOrder, salesOrderKind, {
    initial,
    onDone: ({ id, order_number, backordered }) => {
      toastDone(createdMessage(order_number, backordered))
      go(recordAddress('sales_order', id))
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
