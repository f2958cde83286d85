import { cancelTransferCommand } from './cancel-transfer.ts'
import { completeTransferCommand } from './complete-transfer.ts'
import { createTransferCommand } from './create-transfer.ts'
import { listTransferDestinationsQuery, listTransfersQuery, readTransferQuery } from './queries.ts'
import { reverseTransferCommand } from './reverse-transfer.ts'

export const locationTransferRoutes = [
  listTransferDestinationsQuery,
  listTransfersQuery,
  readTransferQuery,
  createTransferCommand,
  completeTransferCommand,
  cancelTransferCommand,
  reverseTransferCommand,
]
