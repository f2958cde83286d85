import { printSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import type { SalesDocument } from '../../contract/sales-documents.ts'
import { download } from '../kit/api.ts'
import { toastFailed } from '../kit/toast.tsx'

/** Downloads the PDF of an order; shows a message if that fails. */
export async function printSale({ id }: Pick<SalesOrder, 'id'>, document: SalesDocument): Promise<void> {
  try {
    await download(printSalesOrder, { id, document })
  } catch (error) {
    toastFailed(error, 'The document couldn’t be created')
  }
}
