import { reversePosting } from '../../contract/stock.ts'
import { reverseTransfer } from '../../contract/transfers.ts'
import { call } from '../kit/call.ts'
import { nounsChanged } from '../kit/query-client.ts'

/** Takes a posting back and refetches what it changes; throws the refusal, with its numbers, when it cannot be. */
export async function undoPosting(posting_id: string): Promise<void> {
  await call(reversePosting, { posting_id })
  nounsChanged(reversePosting.changes)
}

/** Takes a completed transfer back, in the same way. */
export async function undoTransfer(transfer_id: string): Promise<void> {
  await call(reverseTransfer, { transfer_id })
  nounsChanged(reverseTransfer.changes)
}
