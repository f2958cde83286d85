import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment } from './fields.ts'
import { documentLink, undoState } from './transactions.ts'
import { transactionTypes } from './transaction-types.ts'

export const postedMovement = z.object({
  line_no: z.number(),
  entry_no: z.number(),
  product_id: id,
  product_name: z.string().nullable(),
  product_sku: z.string().nullable(),
  type: z.enum(transactionTypes),
  reason: z.string().nullable(),
  quantity: z.number(),
  unit_cost: z.number(),
  from_account: z.string(),
  from_location_id: id.nullable(),
  from_location_name: z.string().nullable(),
  from_balance: z.number().nullable(),
  to_account: z.string(),
  to_location_id: id.nullable(),
  to_location_name: z.string().nullable(),
  to_balance: z.number().nullable(),
  lot_number: z.string().nullable(),
})

export const posting = z.object({
  id,
  kind: z.string(),
  document: documentLink.nullable(),
  notes: z.string().nullable(),
  user_id: id.nullable(),
  user_reference: z.string(),
  is_own: z.boolean(),
  happened_at: moment,
  recorded_at: moment,
  reverses_posting_id: id.nullable(),
  reversed_by_posting_id: id.nullable(),
  undo: undoState,
  movements: z.array(postedMovement),
})

export type Posting = z.output<typeof posting>

export const readPosting = query({
  name: 'read_posting',
  summary: 'Returns one posting with all its movements',
  path: '/postings/:posting_id',
  permission: 'stock.read',
  input: z.strictObject({ posting_id: id }),
  output: posting,
})

export const reversePosting = command({
  name: 'reverse_posting',
  summary:
    'Undoes a posting that doesn’t belong to a document, once. The same units are moved back if they are still there',
  method: 'POST',
  path: '/postings/:posting_id/reversal',
  permission: 'stock.write',
  input: z.strictObject({ id: id.optional(), posting_id: id }),
  output: z.object({ posting_id: id, reverses_posting_id: id }),
  status: 201,
  changes: ['stock'],
})
