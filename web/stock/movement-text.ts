import type { ExplainedMovement } from '../../contract/explained-stock.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { undoneText } from '../kit/stock-text.ts'
import { documentLinkOf } from './documents.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'

/** The fields that tell what kind of movement it was. */
type Moved = Pick<
  ExplainedMovement,
  | 'kind'
  | 'type'
  | 'from_account'
  | 'from_location_name'
  | 'to_account'
  | 'to_location_name'
  | 'change'
  | 'reverses_posting_id'
>

/** Describes a movement: what happened, then why, where and to which lot. */
export function movementText(movement: ExplainedMovement): { what: string; detail: string } {
  const what = movementVerb(movement)
  const parts = [cause(movement), movement.lot_number && `lot ${movement.lot_number}`, movement.notes]
  return { what, detail: parts.filter(Boolean).join(' · ') }
}

/** What happened: `Received`, `Sold`, `Undone: Sold`. */
export function movementVerb(movement: Moved): string {
  return movement.reverses_posting_id ? undoneText(verb(forwards(movement))) : verb(movement)
}

/** The movement that a reversal undid: the reversal with its ends and sign swapped. */
function forwards(reversal: Moved): Moved {
  const opposite = { in: 'out', out: 'in' } as const
  const { type, change, from_account, from_location_name, to_account, to_location_name } = reversal
  return {
    ...reversal,
    type: type === 'in' || type === 'out' ? opposite[type] : type,
    change: -change,
    from_account: to_account,
    from_location_name: to_location_name,
    to_account: from_account,
    to_location_name: from_location_name,
  }
}

function verb({
  kind,
  type,
  from_account: from,
  to_account: to,
  from_location_name,
  to_location_name,
  change,
}: Moved): string {
  if (kind === 'count') return 'Counted'
  if (type === 'opening') return 'Opening stock'
  if (kind === 'receipt' || kind === 'receipt_reversal') return to === 'held' ? 'Received, on hold' : 'Received'
  if (from === 'incoming' && to === 'incoming') return 'Rerouted'
  if (to === 'incoming') return 'Ordered'
  if (from === 'incoming') return 'Removed from incoming'
  if (type === 'commitment') return change > 0 ? 'Reserved' : 'Reservation released'
  if (from === 'available' && to === 'in_transit') return 'Sent'
  if (from === 'in_transit') return kind === 'transfer_cancellation' ? 'Transfer cancelled' : 'Received'
  if (to === 'held' && from_location_name === to_location_name) return 'Put on hold'
  if (from === 'held' && to === 'available') return 'Released from hold'
  if (type === 'transfer') return 'Transferred'
  if (type === 'adjustment') return 'Adjusted'
  if (to === 'customer') return 'Sold'
  if (from === 'customer') return 'Returned'
  return type === 'in' ? 'Stock in' : 'Stock out'
}

function cause({
  kind,
  type,
  reason,
  change,
  from_location_name: from,
  to_location_name: to,
  document,
}: ExplainedMovement): string | null {
  // A document with a screen is a separate link.
  if (document?.number && !documentLinkOf(document)) return document.number
  if (kind === 'count') {
    const difference = formatQuantity(Math.abs(change))
    return change > 0 ? `${difference} more than expected` : `${difference} fewer than expected`
  }
  if (type === 'transfer' && from && to && from !== to) return change > 0 ? `from ${from}` : `to ${to}`
  return type === 'transfer' ? null : reasonLabel(reason)
}
