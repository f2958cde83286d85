import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './fields.ts'
import { limits } from './limits.ts'
import { tooManyOrders, tooManySlips } from './printed-documents.ts'
import { severalIds } from './several-ids.ts'
import { shipmentStatuses } from './shipments.ts'

export const slipsOfOrder = z.object({
  order_id: id,
  order_number: z.string(),
  /** By number. */
  shipments: z.array(z.object({ id, shipment_no: z.number(), status: z.enum(shipmentStatuses) })),
})

export const findPackingSlips = query({
  name: 'find_packing_slips',
  summary:
    'Returns which shipments of several orders have a packing slip to print: the pending ones, or, of an order without any, those that have shipped',
  path: '/sales-orders/packing-slips',
  permission: 'orders.read',
  input: z.strictObject({
    /** The orders' ids, separated by commas. */
    order_ids: severalIds(limits.documentsPerFile, tooManyOrders),
  }),
  /** The orders in the given order. */
  output: z.object({ items: z.array(slipsOfOrder) }),
})

export const printPackingSlips = query({
  name: 'print_packing_slips',
  summary:
    'Downloads the packing slips of several shipments as one PDF. Each begins on a new page and numbers its own pages',
  path: '/shipments/packing-slips',
  permission: 'orders.read',
  input: z.strictObject({
    /** The shipments, in the order in which they are printed: their ids, separated by commas. */
    shipment_ids: severalIds(limits.documentsPerFile, tooManySlips),
  }),
  output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
  downloads: ['pdf'],
})
