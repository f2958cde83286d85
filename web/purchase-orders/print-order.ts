import { printPurchaseOrder } from '../../contract/purchase-orders.ts'
import { saveFile } from '../kit/save-file.ts'

/** Downloads an order's printable document, or says why that failed. */
export const printOrder = (id: string) => saveFile(printPurchaseOrder, { id }, 'The document couldn’t be created')
