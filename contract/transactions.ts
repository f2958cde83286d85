import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { entryFields, withEntryRules } from './entry-rules.ts'
import { currencyCode, filterDate, id, moment, text } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { transactionTypes, historyTypes, transactionStatuses } from './transaction-types.ts'

/** A row's document. `number` is its display name. */
export const documentLink = z.object({ kind: z.string(), id, number: z.string().nullable() })

/** Whether a posting can be undone; if not, `reason` tells why. */
export const undoState = z.object({ possible: z.boolean(), reason: z.string().nullable() })

/**
 * One row of the history: everything one entry of one posting moved. The changes are signed units of the product; on
 * hand is available plus reserved. A draft has moved nothing, so they are 0 and `quantity` is what it would move.
 */
export const transaction = z.object({
  /** `posting_id:entry_no`, or the draft's id. */
  id: z.string(),
  posting_id: id.nullable(),
  draft_id: id.nullable(),
  type: z.enum(transactionTypes),
  status: z.enum(transactionStatuses),
  /** When it happened; `recorded_at` is when it was recorded. */
  date: moment,
  recorded_at: moment,
  product_id: id,
  product_name: z.string().nullable(),
  product_sku: z.string().nullable(),
  /** Units; signed for an adjustment. */
  quantity: z.number(),
  on_hand_change: z.number(),
  held_change: z.number(),
  reserved_change: z.number(),
  in_transit_change: z.number(),
  incoming_change: z.number(),
  currency: currencyCode,
  /** As typed. `shown_notes` leaves out what other columns show. */
  notes: z.string().nullable(),
  shown_notes: z.string().nullable(),
  user_id: id.nullable(),
  /** The present name of the member or API key; once neither exists, what was stored: the email up to its @. */
  user_reference: z.string(),
  /** Entered by the caller. */
  is_own: z.boolean(),
  metadata: z.object({
    location_id: id.nullable(),
    location_name: z.string().nullable(),
    to_location_id: id.nullable(),
    to_location_name: z.string().nullable(),
    reason_code: z.string().nullable(),
    username: z.string(),
    timestamp: moment,
    purchase_order_id: z.string().nullable(),
    purchase_order_number: z.string().nullable(),
    supplier_name: z.string().nullable(),
    sales_order_id: z.string().nullable(),
    sales_order_number: z.string().nullable(),
    customer_name: z.string().nullable(),
    condition: z.string().nullable(),
    lot_number: z.string().nullable(),
    /** Of a draft: the expiry date that its lot will get, `YYYY-MM-DD`. */
    expires_on: z.string().nullable(),
    /** The note on a receipt's line. */
    receiving_notes: z.string().nullable(),
    /** Addresses of the photos taken of received goods. */
    images: z.array(z.string()),
  }),
  document: documentLink.nullable(),
  reverses_posting_id: id.nullable(),
  reversed_by_posting_id: id.nullable(),
  undo: undoState,
})

export type Transaction = z.output<typeof transaction>

/** Units reserved for a document that were released, because stock fell below the reservations. */
export const releasedReservation = z.object({ document_line_id: id, location_id: id, quantity: z.number() })

/** The result of a stock command: its posting, the product's stock afterwards, and released reservations. */
export const stockOutcome = z.object({
  posting_id: id,
  product_id: id,
  on_hand: z.number(),
  available: z.number(),
  held: z.number(),
  released: z.array(releasedReservation),
})

export type StockOutcome = z.output<typeof stockOutcome>

export const createTransaction = command({
  name: 'create_transaction',
  summary: 'Posts stock in or out for a reason, or adjusts stock by a signed quantity',
  method: 'POST',
  path: '/transactions',
  permission: 'stock.write',
  input: withEntryRules(
    z.strictObject({
      id: id.optional(),
      ...entryFields,
      /**
       * The lot by its id, if the caller knows it: the product's own id means units without a lot. Instead of
       * `lot_number`.
       */
      lot_id: id.nullish(),
    }),
  ).refine(({ lot_id, lot_number }) => !lot_id || !lot_number, {
    path: ['lot_id'],
    error: 'Use either the lot ID or the lot number, not both',
  }),
  output: stockOutcome,
  status: 201,
  changes: ['stock'],
})

export const listTransactions = query({
  name: 'list_transactions',
  summary:
    'Lists all posted and pending transactions, newest first. `search` matches product name, SKU, note and document number',
  path: '/transactions',
  permission: 'stock.read',
  input: z.strictObject({
    ...pageInput,
    /**
     * Each word must appear in the product's name or SKU, or be the beginning of a word of the note or of the order's
     * number, ignoring case.
     */
    search: text(limits.searchCharacters).optional(),
    /** All of them when missing. */
    type: z.enum(historyTypes).optional(),
    status: z.enum(transactionStatuses).optional(),
    product_id: id.optional(),
    location_id: id.optional(),
    /** Days in the organization's time zone, `to` included; or moments, `to` excluded. */
    from: filterDate.optional(),
    to: filterDate.optional(),
  }),
  output: page(transaction),
})
