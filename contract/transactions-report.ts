import { z } from 'zod'
import { asOfAnswer, asOfInput } from './as-of.ts'
import { query } from './endpoint.ts'
import { id, moment, notADay } from './fields.ts'
import { page, pageInput } from './paging.ts'
import { fileFormat, exportedFile } from './reports.ts'
import { transactionTypes } from './transaction-types.ts'

/**
 * One entry of the history. `quantity` is signed: its change of on hand, or of stock on hold if on hand didn't change.
 */
export const reportedTransaction = z.object({
  /** `posting_id:entry_no`. */
  id: z.string(),
  date: moment,
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  type: z.enum(transactionTypes),
  quantity: z.number(),
  /** These add up to `units_in` − `units_out` of the summary. */
  on_hand_change: z.number(),
  held_change: z.number(),
  /** As typed; the reason's code if nothing was typed. */
  notes: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ReportedTransaction = z.output<typeof reportedTransaction>

/** `2026-06-30`. */
const day = z.iso.date(notADay).refine((value) => value >= '1970' && value < '9999', notADay)

const transactionFilters = {
  ...asOfInput,
  /** Everything that moved stock, if no type is given. */
  type: z.enum(transactionTypes).optional(),
  product_id: id.optional(),
  /** The first and the last day, by happened time, in the organization's time zone. */
  from: day.optional(),
  to: day.optional(),
}
export const transactionSorts = ['-date', 'date'] as const
const transactionInput = { ...transactionFilters, sort: z.enum(transactionSorts).default('-date') }

export const readTransactionsReport = query({
  name: 'read_transactions_report',
  summary: 'Lists every transaction that moved stock. Pending transactions aren’t included',
  path: '/reports/transactions',
  permission: 'reports.read',
  input: z.strictObject({ ...pageInput, ...transactionInput }),
  output: page(reportedTransaction),
})

export const stepsOfTime = ['day', 'week', 'month', 'year'] as const

export const readTransactionsSummary = query({
  name: 'read_transactions_summary',
  summary: 'Returns how many units came in and went out, in total and over time',
  path: '/reports/transactions/summary',
  permission: 'reports.read',
  input: z.strictObject(transactionFilters),
  output: z.object({
    as_of: asOfAnswer.nullable(),
    /** False if there are more than `limits.summedTransactions`: then nothing is summed. */
    is_complete: z.boolean(),
    transactions: z.number(),
    units_in: z.number(),
    units_out: z.number(),
    /**
     * False if one of several products is measured in decimals, such as kilograms, and no product was chosen: units add
     * different measures.
     */
    units_have_sum: z.boolean(),
    step: z.enum(stepsOfTime),
    /**
     * Every interval from the first transaction to the last, including empty ones, by its first day (in the
     * organization's time zone).
     */
    steps: z.array(z.object({ begins: z.string(), units_in: z.number(), units_out: z.number() })),
  }),
  statementTimeoutMs: 15_000,
})
export type TransactionsSummary = z.output<typeof readTransactionsSummary.output>

export const downloadTransactionsReport = query({
  name: 'download_transactions_report',
  summary: 'Downloads the transaction history as transactions_report.csv or .xlsx',
  path: '/reports/transactions/file',
  permission: 'reports.read',
  input: z.strictObject({ ...transactionInput, format: fileFormat.default('csv') }),
  output: exportedFile,
  downloads: ['csv', 'xlsx'],
})
