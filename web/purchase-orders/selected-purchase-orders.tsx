import { printPurchaseOrders } from '../../contract/purchase-documents.ts'
import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { saveFile } from '../kit/save-file.ts'
import { idsOf, PrintedTogether, PrintSelected } from '../orders/printed-together.tsx'
import { SubmitSeveral } from './submit-several.tsx'

type Orders = readonly PurchaseOrderSummary[]

/** What can be done with the selected purchase orders. */
export function SelectedPurchaseOrders({ orders, onSubmitted }: { orders: Orders; onSubmitted: () => void }) {
  const print = () =>
    saveFile(printPurchaseOrders, { order_ids: idsOf(orders) }, 'The purchase orders couldn’t be created')
  return (
    <>
      <SubmitSeveral orders={orders} onDone={onSubmitted} />
      <PrintedTogether count={orders.length}>
        <PrintSelected label="Print" onClick={() => void print()} />
      </PrintedTogether>
    </>
  )
}
