import { createReceiptCommand } from './create-receipt.ts'
import { printReceiptQuery } from './print-receipt.ts'
import { listReceiptsQuery, readReceiptQuery } from './queries.ts'
import { reverseReceiptCommand } from './reverse-receipt.ts'

export const receivingRoutes = [
  listReceiptsQuery,
  readReceiptQuery,
  printReceiptQuery,
  createReceiptCommand,
  reverseReceiptCommand,
]
