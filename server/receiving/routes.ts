import { createReceiptCommand } from './create-receipt.ts'
import { listReceiptsQuery, readReceiptQuery } from './queries.ts'
import { reverseReceiptCommand } from './reverse-receipt.ts'

export const receivingRoutes = [listReceiptsQuery, readReceiptQuery, createReceiptCommand, reverseReceiptCommand]
