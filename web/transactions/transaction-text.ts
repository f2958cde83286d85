import type { Transaction } from '../../contract/transactions.ts'
import { reasonLabel } from '../stock/labels.ts'

/** What an entry changed; a draft has a `draft_id`. */
type Changed = Pick<Transaction, 'type' | 'quantity' | 'on_hand_change' | 'held_change'> &
  Partial<Pick<Transaction, 'draft_id'>>

/** The signed units a row shows: what it did to on hand, or to what is held; a draft's are what it would do. */
export function shownChange(row: Changed): number {
  if (row.draft_id) return row.type === 'out' ? -row.quantity : row.quantity
  return row.on_hand_change === 0 ? row.held_change : row.on_hand_change
}

/** Whether goods were held or let go, and nothing else: what is on hand stayed as it was. */
export function isOfHeld({ draft_id, on_hand_change, held_change }: Changed): boolean {
  return !draft_id && on_hand_change === 0 && held_change !== 0
}

/** Who entered it: the part before the at sign, with `(You)` for the reader's own. */
export function userText({ user_reference, is_own }: Transaction): string {
  const name = user_reference === 'unknown' || user_reference === '' ? 'Unknown' : user_reference
  return is_own ? `${name} (You)` : name
}

/** The notes cell: order number, supplier or customer, condition, lot, notes (else the reason), or a dash. */
export function notesText(row: Transaction): string {
  const { metadata, shown_notes, reverses_posting_id, reversed_by_posting_id } = row
  const parts = [
    reverses_posting_id && 'Undo',
    reversed_by_posting_id && 'Undone',
    metadata.purchase_order_number,
    metadata.supplier_name,
    metadata.sales_order_number,
    metadata.customer_name,
    metadata.condition,
    metadata.lot_number && `Lot ${metadata.lot_number}`,
    cameBack(row) && 'Shipment came back',
    shown_notes ?? (cameBack(row) ? null : reasonLabel(metadata.reason_code)),
  ]
  return parts.filter(Boolean).join(' · ') || '-'
}

/** What left with a shipment is here again: its delivery failed, or its order went back to an earlier status. */
function cameBack({ type, metadata }: Transaction): boolean {
  return type === 'in' && metadata.sales_order_id !== null && metadata.reason_code === 'customer_order'
}

/** Where: one place, or from which to which. */
export function placeText({ metadata: { location_name, to_location_name } }: Transaction): string {
  return [location_name, to_location_name].filter(Boolean).join(' → ') || '–'
}
