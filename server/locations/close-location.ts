import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { lockEmptyLocation } from '../../ledger/locations.ts'
import { closingMessages } from '../stock/closing-messages.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'

/**
 * Ensures, until the transaction ends, that a location may be closed. Refuses, in this order and with messages:
 * not_found, location_is_default, location_not_empty (available, reserved, held, in_transit),
 * location_has_open_documents (open_documents, pending_transactions, incoming).
 */
export function lockToClose(tx: Tx, actor: Actor, id: string, closing: 'delete' | 'deactivate'): Promise<void> {
  return explainRefusals(lockEmptyLocation(tx, actor, id), closingMessages[closing])
}
