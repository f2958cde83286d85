import { z } from 'zod'
import { byCount } from './counted-nouns.ts'
import { formatQuantity } from './quantity.ts'
import { command, query } from './endpoint.ts'
import { filterDate, id, idOr, moment, optionalText, positiveQuantity } from './fields.ts'
import { page, pageInput } from './paging.ts'
import { undoState } from './transactions.ts'

export const transferReasons = ['restock', 'demand', 'maintenance', 'optimization', 'other'] as const
export type TransferReason = (typeof transferReasons)[number]

/** Pending: the units have left and are in transit to the destination. */
export const transferStatuses = ['pending', 'completed', 'cancelled'] as const
export type TransferStatus = (typeof transferStatuses)[number]

export const transfer = z.object({
  id,
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  from_location_id: id,
  from_location_name: z.string(),
  to_location_id: id,
  to_location_name: z.string(),
  quantity: z.number(),
  reason: z.enum(transferReasons),
  notes: z.string().nullable(),
  status: z.enum(transferStatuses),
  user_id: id,
  user_reference: z.string(),
  created_at: moment,
  /** When a completed transfer was undone, or a pending one received or cancelled; null until then. */
  closed_at: moment.nullable(),
  undo: undoState,
})
export type Transfer = z.output<typeof transfer>

const transferFields = {
  product_id: idOr('Please select a product'),
  from_location_id: idOr('Please select a source location'),
  to_location_id: idOr('Please select a destination location'),
  quantity: positiveQuantity('Quantity must be greater than zero'),
  /** The lot to move, even if it has expired; null takes the earliest expiry first, and no expired units. */
  lot_id: id.nullish(),
  reason: z.enum(transferReasons).default('restock'),
  notes: optionalText(),
}

const moreExpired = {
  one: '{count} more has expired: choose its lot to move it.',
  other: '{count} more have expired: choose their lot to move them.',
}

/** Why a transfer can't take as many units from a location. `expired`: more that are there, but of expired lots. */
export function onlyAvailable(available: number, location: string, expired: number): string {
  const only = `Only ${formatQuantity(available)} available at ${location}`
  return expired > 0 ? `${only}. ${byCount(expired, moreExpired)}` : only
}

/** `completed` moves the units immediately; `pending` sends them, to be received or cancelled later. */
export const createTransfer = command({
  name: 'create_transfer',
  summary: 'Transfers units of one product from one location to another, immediately or in two steps',
  method: 'POST',
  path: '/location-transfers',
  permission: 'stock.write',
  input: z
    .strictObject({
      id: id.optional(),
      ...transferFields,
      status: z.enum(['completed', 'pending']).default('completed'),
    })
    .refine((transfer) => !transfer.from_location_id || transfer.from_location_id !== transfer.to_location_id, {
      path: ['to_location_id'],
      error: 'Source and destination locations cannot be the same',
      // Even if another field is wrong: a form shows all problems at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  output: transfer,
  status: 201,
  changes: ['stock', 'transfers'],
})

export const listTransferDestinations = query({
  name: 'list_transfer_destinations',
  summary:
    'Lists the active locations that stock can be sent to, by name, including those a limited member otherwise can’t see',
  path: '/transfer-destinations',
  permission: 'stock.read',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        id,
        name: z.string(),
        /** The text of the code on its label. */
        code: z.string(),
      }),
    ),
  }),
})

export const listTransfers = query({
  name: 'list_transfers',
  summary: 'Lists transfers between locations, newest first',
  path: '/location-transfers',
  permission: 'stock.read',
  input: z.strictObject({
    ...pageInput,
    status: z.enum(transferStatuses).optional(),
    product_id: id.optional(),
    /** Transfers from or to this location. */
    location_id: id.optional(),
    /** Days in the organization's time zone, `to` included; or moments, `to` excluded. */
    from: filterDate.optional(),
    to: filterDate.optional(),
  }),
  output: page(transfer),
})

const transferId = z.strictObject({ transfer_id: id })

export const readTransfer = query({
  name: 'read_transfer',
  summary: 'Returns one transfer',
  path: '/location-transfers/:transfer_id',
  permission: 'stock.read',
  input: transferId,
  output: transfer,
})

export const completeTransfer = command({
  name: 'complete_transfer',
  summary: 'Receives a pending transfer at its destination',
  method: 'POST',
  path: '/location-transfers/:transfer_id/completion',
  permission: 'stock.write',
  input: transferId,
  output: transfer,
  changes: ['stock', 'transfers'],
})

export const cancelTransfer = command({
  name: 'cancel_transfer',
  summary: 'Cancels a pending transfer. Its units are available again at the source location',
  method: 'POST',
  path: '/location-transfers/:transfer_id/cancellation',
  permission: 'stock.write',
  input: transferId,
  output: transfer,
  changes: ['stock', 'transfers'],
})

export const reverseTransfer = command({
  name: 'reverse_transfer',
  summary:
    'Undoes a completed transfer, once, and sets its status to cancelled. The units return to the source location if they are still at the destination',
  method: 'POST',
  path: '/location-transfers/:transfer_id/reversal',
  permission: 'stock.write',
  input: transferId,
  output: transfer,
  changes: ['stock', 'transfers'],
})
