import { z } from 'zod'
import { query } from './endpoint.ts'
import { id, moment } from './fields.ts'
import { transactionTypes } from './transaction-types.ts'
import { documentLink } from './transactions.ts'

/** What posted a step, in the terms of the history of movements. */
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

/** One change of what is on hand: `balance` is what it was after it. */
const historyPoint = z.object({
  /** When it happened; of a period its end. */
  at: moment,
  /** The beginning of the day or the longer period that is added up; null for a single step. */
  since: moment.nullable(),
  change: z.number(),
  balance: z.number(),
  /** What posted a single step. */
  step: step.nullable(),
})
export type HistoryPoint = z.output<typeof historyPoint>

const stockHistory = z.object({
  time_zone: z.string(),
  /** The history begins at this moment: 90 days ago, or with the first whole month since for the busiest products. */
  since: moment,
  until: moment,
  /** On hand at `since`. */
  start: z.number(),
  /** On hand now: `start` and all changes. */
  end: z.number(),
  /**
   * Oldest first: each posting that changed what is on hand or, where these are many, each day that did. Where even the
   * days are too much to read, the older ones are added up to months.
   */
  points: z.array(historyPoint),
})
export type StockHistory = z.output<typeof stockHistory>

export const readStockHistory = query({
  name: 'read_stock_history',
  summary:
    'What was on hand of one product over the last 90 days, by when things happened: every change, or sums of days where there are many',
  path: '/products/:product_id/stock-history',
  permission: 'stock.read',
  input: z.strictObject({ product_id: id }),
  output: stockHistory,
})
