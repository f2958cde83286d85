import { formatQuantity } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { Refusal } from '../platform/refusal.ts'
import { refusalFromSql } from '../platform/sql-errors.ts'
import { lockEmptyLocation } from '../stock/locations.ts'

/** What a caller is about to do to a location, as the refusals say it. */
type Closing = 'delete' | 'deactivate'

/**
 * Makes sure, until the transaction ends, that a location may be closed. Refuses, in this order and in words: not_found,
 * location_is_default, location_not_empty (available, reserved, held, in_transit), location_has_open_documents (open_documents,
 * pending_transactions, incoming).
 */
export async function lockToClose(tx: Tx, actor: Actor, id: string, closing: Closing): Promise<void> {
  try {
    await lockEmptyLocation(tx, actor, id)
  } catch (error) {
    const refusal = refusalFromSql(error)
    throw refusal instanceof Refusal && refusal.details ? inWords(refusal, refusal.details, closing) : refusal
  }
}

function inWords({ code, message }: Refusal, details: Record<string, unknown>, closing: Closing): Refusal {
  const numbers = details as Record<string, number>
  switch (code) {
    case 'location_is_default':
      return new Refusal(code, `Cannot ${closing} the default location`, { details })
    case 'location_not_empty': {
      const goods = listed(numbers, {
        available: 'available',
        reserved: 'reserved',
        held: 'held',
        in_transit: 'in transit',
      })
      const advice = 'Move them to another location first'
      return new Refusal(code, `Cannot ${closing} a location that holds goods: ${goods}. ${advice}`, { details })
    }
    case 'location_has_open_documents': {
      const open = listed(numbers, {
        open_documents: numbers['open_documents'] === 1 ? 'open document' : 'open documents',
        pending_transactions: numbers['pending_transactions'] === 1 ? 'pending transaction' : 'pending transactions',
        incoming: 'units incoming',
      })
      const advice = 'Complete or cancel them first'
      return new Refusal(code, `Cannot ${closing} a location with open documents: ${open}. ${advice}`, { details })
    }
    case 'not_found':
      return new Refusal(code)
    default:
      return new Refusal(code, message, { details })
  }
}

/** `12 available, 3 reserved`: what there is any of. */
function listed(numbers: Record<string, number>, names: Record<string, string>): string {
  return Object.entries(names)
    .flatMap(([key, name]) => ((numbers[key] ?? 0) > 0 ? [`${formatQuantity(numbers[key] ?? 0)} ${name}`] : []))
    .join(', ')
}
