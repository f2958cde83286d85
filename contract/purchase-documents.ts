import { z } from 'zod'
import { query } from './endpoint.ts'
import { limits } from './limits.ts'
import { tooManyOrders } from './printed-documents.ts'
import { severalIds } from './several-ids.ts'

export const printPurchaseOrders = query({
  name: 'print_purchase_orders',
  summary:
    'Downloads several purchase orders as one PDF, for their suppliers. Each begins on a new page and numbers its own pages',
  path: '/purchase-orders/documents',
  permission: 'orders.read',
  input: z.strictObject({
    /** The orders, in the order in which they are printed: their ids, separated by commas. */
    order_ids: severalIds(limits.documentsPerFile, tooManyOrders),
  }),
  output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
  downloads: ['pdf'],
})
