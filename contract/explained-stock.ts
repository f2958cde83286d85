import { z } from 'zod'
import { asOfAnswer, clocks, pastMoment } from './as-of.ts'
import { query } from './endpoint.ts'
import { id, moment } from './fields.ts'
import { page, pageInput } from './paging.ts'
import { stockAccounts } from './stock.ts'
import { documentLink, undoState } from './transactions.ts'
import { transactionTypes } from './transaction-types.ts'

export const explainedNumbers = ['on_hand', ...stockAccounts] as const

export type ExplainedNumber = (typeof explainedNumbers)[number]

/** One movement behind a number: `change` is its effect, `balance` the number after it. */
export const explainedMovement = z.object({
  posting_id: id,
  line_no: z.number(),
  kind: z.string(),
  type: z.enum(transactionTypes),
  reason: z.string().nullable(),
  happened_at: moment,
  recorded_at: moment,
  change: z.number(),
  balance: z.number(),
  from_account: z.string(),
  from_location_name: z.string().nullable(),
  to_account: z.string(),
  to_location_name: z.string().nullable(),
  lot_number: z.string().nullable(),
  notes: z.string().nullable(),
  user_reference: z.string(),
  is_own: z.boolean(),
  document: documentLink.nullable(),
  reverses_posting_id: id.nullable(),
  reversed_by_posting_id: id.nullable(),
  /** Of the entire posting: an undo reverses all its movements. */
  undo: undoState,
})

export type ExplainedMovement = z.output<typeof explainedMovement>

/** The stored level, compared with the sum of its movements, read in one snapshot. */
export const ledgerCheck = z.object({
  level: z.number(),
  movements: z.number(),
  adds_up: z.boolean(),
  checked_at: moment,
})

/** Which number: of one product, at one location, of one lot there (the product's id means goods without a lot). */
const explainedScope = {
  product_id: id,
  account: z.enum(explainedNumbers).default('on_hand'),
  location_id: id.optional(),
  lot_id: id.optional(),
}

export const explainStock = query({
  name: 'explain_stock',
  summary:
    'Lists every movement behind a stock figure, now or at a point in time, latest first by either clock, with a running balance verified against the ledger',
  path: '/products/:product_id/explain',
  permission: 'stock.read',
  input: z.strictObject({
    ...pageInput,
    ...explainedScope,
    as_of: pastMoment.optional(),
    /** Only the movements after this moment; the balance still includes all before it. */
    since: pastMoment.optional(),
    /** The clock of `as_of`, `since` and of the order. Only by `recorded` was the balance never negative. */
    by: z.enum(clocks).default('recorded'),
  }),
  output: page(explainedMovement).extend({
    as_of: asOfAnswer.nullable(),
    /** The number itself, and whether its movements add up to it. Only on the first page. */
    value: z.number().nullable(),
    check: ledgerCheck.nullable(),
  }),
})

/** The sum of movements of one kind between two moments. */
export const summedChange = z.object({
  kind: z.string(),
  type: z.enum(transactionTypes),
  reason: z.string().nullable(),
  direction: z.enum(['up', 'down']),
  movements: z.number(),
  change: z.number(),
})

export type SummedChange = z.output<typeof summedChange>

export const readStockChanges = query({
  name: 'read_stock_changes',
  summary:
    'Explains how a stock figure changed between two points in time: the starting figure, totals by kind and reason, and the final figure',
  path: '/products/:product_id/stock-changes',
  permission: 'stock.read',
  input: z.strictObject({
    ...explainedScope,
    /** After this moment, up to and including that one; now if omitted. */
    since: pastMoment,
    as_of: pastMoment.optional(),
    by: z.enum(clocks).default('happened'),
  }),
  output: z.object({
    since: asOfAnswer,
    as_of: asOfAnswer.nullable(),
    start: z.number(),
    /** Largest sums first. */
    changes: z.array(summedChange),
    end: z.number(),
    /** Whether start and changes add up to end, each read independently. */
    adds_up: z.boolean(),
  }),
})
