import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, idOr, moment, optionalText, someNumber, text } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { decimalPlaces } from './quantity.ts'
import { reasonCodes, type ReasonCode, enteredTypes, reasonsOf } from './stock-reasons.ts'
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
  currency: z.literal('USD'),
  /** As typed. `shown_notes` leaves out what other columns show. */
  notes: z.string().nullable(),
  shown_notes: z.string().nullable(),
  user_id: id.nullable(),
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
export const releasedPromise = z.object({ document_line_id: id, location_id: id, quantity: z.number() })

/** The rules of one dialog: whether a reason is required, and its messages for quantities that are too small or 0. */
type EntryRules = { reasonRequired: boolean; tooSmall: string; zero: string }

const transactionRules: EntryRules = {
  reasonRequired: true,
  tooSmall: 'Quantity must be greater than 0',
  zero: 'Quantity must not be 0',
}

const updateRules: EntryRules = {
  reasonRequired: false,
  tooSmall: 'Quantity must be at least 1',
  zero: 'Quantity must be at least 1, or −1 to remove',
}

const signedQuantity = (missing: string) =>
  someNumber(missing)
    .min(-limits.quantityMax, 'This quantity is too large')
    .max(limits.quantityMax, 'This quantity is too large')
    .refine((value) => decimalPlaces(value) <= limits.quantityDecimalsMax, 'Use at most 4 decimals')

const reason = z.enum(reasonCodes as [ReasonCode, ...ReasonCode[]], 'Reason code is required')

const entryFields = {
  product_id: idOr('Product is required'),
  type: z.enum(enteredTypes, 'Transaction type is required'),
  /** Units; more than 0 for `in` and `out`, signed and not 0 for `adjustment`. */
  quantity: signedQuantity(transactionRules.tooSmall),
  reason_code: reason.nullish(),
  notes: optionalText(),
  /** The location; if omitted, chosen by the server: the product's location for `in`, where the stock is for `out`. */
  location_id: id.nullish(),
  /** `in` creates the lot if it is new; `out` only takes from it. */
  lot_number: optionalText(limits.skuCharacters),
  /** At the earliest the day the books were closed; now if omitted. */
  happened_at: moment.nullish(),
}

type Entry = { type?: unknown; quantity?: unknown; reason_code?: unknown; notes?: unknown }

/** Rules across fields are checked even if another field is wrong, so that a form shows all problems at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

function withEntryRules<T extends z.ZodType<Entry>>(
  schema: T,
  { reasonRequired, tooSmall, zero }: EntryRules = transactionRules,
): T {
  return schema
    .refine((entry: Entry) => entry.type === 'adjustment' || typeof entry.quantity !== 'number' || entry.quantity > 0, {
      path: ['quantity'],
      error: tooSmall,
      ...always,
    })
    .refine((entry: Entry) => entry.type !== 'adjustment' || entry.quantity !== 0, {
      path: ['quantity'],
      error: zero,
      ...always,
    })
    .refine(
      (entry: Entry) =>
        !reasonRequired || entry.type === 'adjustment' || typeof entry.type !== 'string' || entry.reason_code != null,
      {
        path: ['reason_code'],
        error: 'Reason code is required',
        ...always,
      },
    )
    .refine((entry: Entry) => entry.type !== 'adjustment' || entry.reason_code == null, {
      path: ['reason_code'],
      error: 'Adjustments don’t have a reason code',
      ...always,
    })
    .refine((entry: Entry) => entry.reason_code == null || entry.type === 'adjustment' || fitsType(entry), {
      path: ['reason_code'],
      error: 'This reason doesn’t match the transaction type',
      ...always,
    })
    .refine(
      (entry: Entry) => entry.reason_code !== 'other' || (typeof entry.notes === 'string' && entry.notes.trim() !== ''),
      {
        path: ['notes'],
        error: 'Notes are required when selecting Other',
        ...always,
      },
    )
}

function fitsType({ type, reason_code }: Entry): boolean {
  const known = enteredTypes.find((one) => one === type)
  return known === undefined || reasonsOf(known).some((reason) => reason === reason_code)
}

/** The result of a stock command: its posting, the product's stock afterwards, and released reservations. */
export const stockOutcome = z.object({
  posting_id: id,
  product_id: id,
  on_hand: z.number(),
  available: z.number(),
  held: z.number(),
  released: z.array(releasedPromise),
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
    /** From this moment on, and before that one. */
    from: moment.optional(),
    to: moment.optional(),
  }),
  output: page(transaction),
})

const draftId = z.strictObject({ draft_id: id })

export const createTransactionDraft = command({
  name: 'create_transaction_draft',
  summary: 'Creates a pending transaction. It moves no stock until it is completed',
  method: 'POST',
  path: '/transaction-drafts',
  permission: 'stock.write',
  input: withEntryRules(z.strictObject({ id: id.optional(), ...entryFields })),
  output: z.object({ draft_id: id }),
  status: 201,
  changes: ['stock'],
})

export const completeTransactionDraft = command({
  name: 'complete_transaction_draft',
  summary: 'Completes a pending transaction, under the same rules as a new one',
  method: 'POST',
  path: '/transaction-drafts/:draft_id/completion',
  permission: 'stock.write',
  input: draftId,
  output: stockOutcome,
  changes: ['stock'],
})

export const discardTransactionDraft = command({
  name: 'discard_transaction_draft',
  summary: 'Discards a pending transaction',
  method: 'DELETE',
  path: '/transaction-drafts/:draft_id',
  permission: 'stock.write',
  input: draftId,
  output: z.object({ draft_id: id }),
  changes: ['stock'],
})

/** The stock-update dialog of the product page: a reason is optional for stock in and out; an adjustment is signed. */
export const updateStock = command({
  name: 'update_stock',
  summary:
    'Adds to or removes from the stock of one product at one location, with or without a reason, or adjusts it by a signed quantity',
  method: 'POST',
  path: '/products/:product_id/stock-updates',
  permission: 'stock.write',
  input: withEntryRules(
    z.strictObject({
      id: id.optional(),
      product_id: id,
      location_id: idOr('Location is required'),
      type: z.enum(enteredTypes, 'Transaction type is required'),
      // "At least 1" in the smallest unit the product is counted in: the ledger refuses more decimals than it allows.
      quantity: signedQuantity(updateRules.tooSmall),
      /** Determines the account, and whether reserved units may be taken, as in `create_transaction`. */
      reason_code: reason.nullish(),
      notes: optionalText(),
    }),
    updateRules,
  ),
  output: stockOutcome,
  status: 201,
  changes: ['stock'],
})
