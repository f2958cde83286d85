import { cancelTransferCommand } from './cancel-transfer.ts'
import { completeTransferCommand } from './complete-transfer.ts'
import { createTransferCommand } from './create-transfer.ts'
import { listTransfersQuery, readTransferQuery } from './queries.ts'
import { reverseTransferCommand } from './reverse-transfer.ts'

export const locationTransferRoutes = [
  listTransfersQuery,
  readTransferQuery,
  createTransferCommand,
  completeTransferCommand,
  cancelTransferCommand,
  reverseTransferCommand,
]
