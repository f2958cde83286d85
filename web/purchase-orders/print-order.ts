import { printPurchaseOrder } from '../../contract/purchase-orders.ts'
import { download } from '../kit/api.ts'
import { toastFailed } from '../kit/toast.tsx'

/** Downloads an order's printable document, or says why that failed. */
export function printOrder(id: string): void {
  void download(printPurchaseOrder, { id }).catch((error: unknown) =>
    toastFailed(error, 'The document couldn’t be created'),
  )
}
