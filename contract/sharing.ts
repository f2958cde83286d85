import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, optionalText } from './fields.ts'
import { limits } from './limits.ts'

/** A private link: anyone who has it sees this one order, and nothing else of the organization. */
export const share = z.object({
  id,
  created_at: moment,
  expires_at: moment,
  is_expired: z.boolean(),
  /** The recipient, as written by the member who created it. */
  label: z.string().nullable(),
  /** The member who created it, by current name. */
  user_id: id,
  user_reference: z.string(),
  /** To the minute; null for a link that was never opened. */
  last_opened_at: moment.nullable(),
})
export type Share = z.output<typeof share>

const madeShare = share.extend({
  /** The full address. Null in the response to a repeated request. */
  link: z.string().nullable(),
})

const expires_in_days = z
  .int('Choose when the link expires')
  .min(1, 'The link must work for at least 1 day')
  .max(limits.shareDaysMax, `The link can work for at most ${limits.shareDaysMax} days`)

/** Distinguishes links: a person, a department. */
const label = optionalText(limits.shareLabelCharacters)

/** The parameter of what belongs to one order. */
export const ofSalesOrder = { sales_order_id: id }
export const ofPurchaseOrder = { purchase_order_id: id }

export const listSalesOrderShares = query({
  name: 'list_sales_order_shares',
  summary: 'Lists the active links to a sales order, newest first, with when each was last opened',
  path: '/sales-orders/:sales_order_id/shares',
  permission: 'sharing.write',
  input: z.strictObject(ofSalesOrder),
  output: z.object({ items: z.array(share) }),
})

export const createSalesOrderShare = command({
  name: 'create_sales_order_share',
  summary: 'Creates a private link to a sales order for its customer. The link is shown once',
  method: 'POST',
  path: '/sales-orders/:sales_order_id/shares',
  permission: 'sharing.write',
  input: z.strictObject({ ...ofSalesOrder, expires_in_days, label }),
  output: madeShare,
  status: 201,
  shownOnce: ['link'],
  changes: ['shares'],
})

export const listPurchaseOrderShares = query({
  name: 'list_purchase_order_shares',
  summary: 'Lists the active links to a purchase order, newest first, with when each was last opened',
  path: '/purchase-orders/:purchase_order_id/shares',
  permission: 'sharing.write',
  input: z.strictObject(ofPurchaseOrder),
  output: z.object({ items: z.array(share) }),
})

export const createPurchaseOrderShare = command({
  name: 'create_purchase_order_share',
  summary: 'Creates a private link to a purchase order for its supplier. The link is shown once',
  method: 'POST',
  path: '/purchase-orders/:purchase_order_id/shares',
  permission: 'sharing.write',
  input: z.strictObject({ ...ofPurchaseOrder, expires_in_days, label }),
  output: madeShare,
  status: 201,
  shownOnce: ['link'],
  changes: ['shares'],
})

export const revokeShare = command({
  name: 'revoke_share',
  summary: 'Revokes a link. It stops working immediately',
  method: 'DELETE',
  path: '/shares/:id',
  permission: 'sharing.write',
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: ['shares'],
})
