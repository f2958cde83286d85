import { sql } from 'kysely'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'

type There = {
  available: number
  reserved: number
  held: number
  in_transit: number
  incoming: number
  documents: number
  drafts: number
}

/** What a caller is about to do to a location, as the refusals say it. */
type Closing = 'delete' | 'deactivate'

/**
 * Makes sure, until the transaction ends, that a location may be closed. Refuses, in this order: not_found, location_is_default,
 * location_not_empty (available, reserved, held, in_transit), location_has_open_documents (documents, drafts, incoming).
 */
export async function lockToClose(tx: Tx, actor: Actor, id: string, closing: Closing): Promise<void> {
  const there = await tx.maybe(sql<There>`select * from kernel.lock_location(${actor.org_id}, ${id})`)
  if (!there) refuse('not_found')
  // Read after the lock: another location may have been made the default, or this one, while we waited.
  const { name, is_default } = await tx.one(sql<{ name: string; is_default: boolean }>`
    select name, is_default from locations where org_id = ${actor.org_id} and id = ${id}`)
  if (is_default) refuse('location_is_default', { location: name }, `Cannot ${closing} the default location`)
  const { available, reserved, held, in_transit, incoming, documents, drafts } = there
  if (available + reserved + held + in_transit > 0) {
    const goods = listed([available, 'available'], [reserved, 'reserved'], [held, 'held'], [in_transit, 'in transit'])
    refuse(
      'location_not_empty',
      { location: name, available, reserved, held, in_transit },
      `Cannot ${closing} a location that holds goods: ${goods}. Move them to another location first`,
    )
  }
  if (incoming + documents + drafts > 0) {
    const open = listed(
      [documents, documents === 1 ? 'open document' : 'open documents'],
      [drafts, drafts === 1 ? 'pending transaction' : 'pending transactions'],
      [incoming, 'units incoming'],
    )
    refuse(
      'location_has_open_documents',
      { location: name, documents, drafts, incoming },
      `Cannot ${closing} a location with open documents: ${open}. Complete or cancel them first`,
    )
  }
}

/** `12 available, 3 reserved`: what there is any of. */
function listed(...amounts: readonly (readonly [amount: number, what: string])[]): string {
  return amounts
    .filter(([amount]) => amount > 0)
    .map(([amount, what]) => `${formatQuantity(amount)} ${what}`)
    .join(', ')
}
