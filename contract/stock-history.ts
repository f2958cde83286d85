import { z } from 'zod'
import { query } from './endpoint.ts'
import { id, moment } from './fields.ts'
import { transactionTypes } from './transaction-types.ts'
import { documentLink } from './transactions.ts'

/** What posted a step, in the terms of the movement history. */
const step = z.object({
  posting_id: id,
  kind: z.string(),
  type: z.enum(transactionTypes),
  reason: z.string().nullable(),
  from_account: z.string(),
  from_location_name: z.string().nullable(),
  to_account: z.string(),
  to_location_name: z.string().nullable(),
  reverses_posting_id: id.nullable(),
  document: documentLink.nullable(),
})

/** One change of on hand: `balance` is the quantity after it. */
const historyPoint = z.object({
  /** When it happened; for a period its end. */
  at: moment,
  /** The start of the summed day or longer period; null for a single step. */
  since: moment.nullable(),
  change: z.number(),
  balance: z.number(),
  /** What posted a single step. */
  step: step.nullable(),
})
export type HistoryPoint = z.output<typeof historyPoint>

const stockHistory = z.object({
  time_zone: z.string(),
  /** The start of the history: 90 days ago, or with the first entire month since then for the busiest products. */
  since: moment,
  until: moment,
  /** On hand at `since`. */
  start: z.number(),
  /** Current on hand: `start` and all changes. */
  end: z.number(),
  /**
   * Oldest first: each posting that changed on hand or, if there are many, each day. If even the days are too much to
   * read, older ones are summed by month.
   */
  points: z.array(historyPoint),
})
export type StockHistory = z.output<typeof stockHistory>

export const readStockHistory = query({
  name: 'read_stock_history',
  summary:
    'Returns the on-hand history of one product over the last 90 days, by when changes happened: every change, or daily totals if there are many',
  path: '/products/:product_id/stock-history',
  permission: 'stock.read',
  input: z.strictObject({ product_id: id }),
  output: stockHistory,
})
