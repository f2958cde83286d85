import { enteredTypes } from './stock-reasons.ts'

/**
 * The types of history rows. A commitment (units reserved for an order or released, incoming or no longer) moves no
 * stock; all others do.
 */
export const transactionTypes = [...enteredTypes, 'opening', 'transfer', 'commitment'] as const

export type TransactionType = (typeof transactionTypes)[number]

/** The types that move stock: what they add to on hand sums to it. */
export const stockChangeTypes = [...enteredTypes, 'opening', 'transfer'] as const satisfies readonly TransactionType[]

/** The history's type filter: one type, or everything that moves stock. */
export const historyTypes = [...transactionTypes, 'stock_changes'] as const

export type HistoryType = (typeof historyTypes)[number]

/** Completed rows have moved stock. Pending ones are drafts: they move nothing until they are completed. */
export const transactionStatuses = ['completed', 'pending'] as const
