import { reversePosting } from '../../contract/postings.ts'
import { reverseTransfer } from '../../contract/location-transfers.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { ApiError } from '../kit/api-error.ts'
import { act } from '../kit/use-command.ts'
import { documentLinkOf } from './documents.ts'

/** Undoes a posting and refetches what it changes; throws the refusal, with its numbers and link, if it can't. */
export async function undoPosting(posting_id: string): Promise<void> {
  await linked(act(reversePosting, { posting_id }))
}

/** Undoes a completed transfer, in the same way. */
export async function undoTransfer(transfer_id: string): Promise<void> {
  await linked(act(reverseTransfer, { transfer_id }))
}

async function linked(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw error instanceof ApiError ? withLink(error) : error
  }
}

/** An undone posting leads to its undo, a document's posting to the document. */
function withLink(error: ApiError): ApiError {
  const { reversed_by_posting_id: undone, source_kind: kind, source_id: id } = error.details
  if (typeof undone === 'string')
    return error.leadingTo({ label: 'Show the undo', to: recordAddress('posting', undone) })
  if (typeof kind !== 'string' || typeof id !== 'string') return error
  const document = documentLinkOf({ kind, id, number: null })
  return document ? error.leadingTo({ label: document.open, to: document.to }) : error
}
