import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment } from './fields.ts'
import { ofPurchaseOrder } from './sharing.ts'

const supplierResponseStatuses = ['confirmed', 'pending', 'accepted', 'declined', 'replaced'] as const

export const supplierResponse = z.object({
  id,
  purchase_order_id: id,
  /** The delivery date that the supplier confirmed; it applied immediately. */
  expected_date: z.string(),
  previous_date: z.string().nullable(),
  notes: z.string().nullable(),
  /**
   * `confirmed`: all quantities as ordered. `pending`: quantities wait for a decision. `replaced`: the supplier
   * answered again.
   */
  status: z.enum(supplierResponseStatuses),
  created_at: moment,
  decided_at: moment.nullable(),
  decided_reference: z.string().nullable(),
  /** The lines whose quantity the supplier wants to change. */
  items: z.array(
    z.object({
      /** Null when the line was removed from the order. */
      purchase_order_item_id: id.nullable(),
      product_name: z.string(),
      product_sku: z.string(),
      ordered_quantity: z.number(),
      quantity: z.number(),
    }),
  ),
})
export type SupplierResponse = z.output<typeof supplierResponse>

export const listSupplierResponses = query({
  name: 'list_supplier_responses',
  summary: 'Lists the supplier’s answers to a purchase order, newest first',
  path: '/purchase-orders/:purchase_order_id/supplier-responses',
  permission: 'orders.read',
  input: z.strictObject(ofPurchaseOrder),
  output: z.object({ items: z.array(supplierResponse) }),
})

export const decideSupplierResponse = command({
  name: 'decide_supplier_response',
  summary: 'Accepts the quantities a supplier proposed, which changes the order, or declines them',
  method: 'POST',
  path: '/supplier-responses/:id/decision',
  permission: 'orders.write',
  input: z.strictObject({ id, decision: z.enum(['accept', 'decline']) }),
  output: supplierResponse,
  changes: ['shares', 'purchase-orders', 'stock'],
})
