import { completeTransactionDraftCommand } from './complete-transaction-draft.ts'
import { createTransactionDraftCommand } from './create-transaction-draft.ts'
import { createTransactionCommand } from './create-transaction.ts'
import { discardTransactionDraftCommand } from './discard-transaction-draft.ts'
import { listTransactionsQuery } from './queries.ts'
import { updateStockCommand } from './update-stock.ts'

export const transactionRoutes = [
  listTransactionsQuery,
  createTransactionCommand,
  createTransactionDraftCommand,
  completeTransactionDraftCommand,
  discardTransactionDraftCommand,
  updateStockCommand,
]
