import { conditionLabels, type Condition } from '../../contract/receiving.ts'
import type { Transaction } from '../../contract/transactions.ts'
import { reasonLabel } from '../../contract/reason-labels.ts'
import { authorName } from '../kit/person-name.ts'
import { typeLabels } from '../stock/labels.ts'
import { dayText } from '../ui/day-text.ts'

type Changes = 'held_change' | 'reserved_change' | 'in_transit_change' | 'incoming_change'
/** What an entry changed; a draft has a `draft_id`. */
type Changed = Pick<Transaction, 'type' | 'quantity' | 'on_hand_change'> &
  Partial<Pick<Transaction, Changes | 'draft_id'>>

/**
 * Units as a row shows them: signed on hand; else those of the account that changed, with its name; else those that
 * moved, without a sign.
 */
export type ShownChange = {
  units: number
  of: 'on hand' | 'on hold' | 'reserved' | 'in transit' | 'incoming' | 'moved'
}

/**
 * A row's displayed change: its effect on on hand, so that these numbers sum to it; without one, its other effect. For
 * a draft, its future effect.
 */
export function shownChange(row: Changed): ShownChange {
  if (row.draft_id) return { units: row.type === 'out' ? -row.quantity : row.quantity, of: 'on hand' }
  if (row.on_hand_change) return { units: row.on_hand_change, of: 'on hand' }
  if (row.held_change) return { units: row.held_change, of: 'on hold' }
  if (row.reserved_change) return { units: row.reserved_change, of: 'reserved' }
  if (row.incoming_change) return { units: row.incoming_change, of: 'incoming' }
  if (row.in_transit_change) return { units: row.in_transit_change, of: 'in transit' }
  return { units: row.quantity, of: 'moved' }
}

/** A row's type; a commitment is named by what it changed. */
export function typeText(row: Changed): string {
  if (row.type !== 'commitment') return typeLabels[row.type]
  return row.incoming_change ? 'Incoming' : 'Reserved'
}

/** The author, with `(You)` for the reader's own. */
export function userText({ user_reference, is_own }: Transaction): string {
  return is_own ? `${authorName(user_reference)} (You)` : authorName(user_reference)
}

type NotesPart = Readonly<{ text: string; /** Of an order. */ to?: string }>

/** The notes cell: order number, supplier or customer, condition, lot and its expiry date, notes (else the reason). */
export function notesParts(row: Transaction): readonly NotesPart[] {
  const { metadata, shown_notes, reverses_posting_id, reversed_by_posting_id } = row
  const { purchase_order_id, purchase_order_number, sales_order_id, sales_order_number } = metadata
  const parts = [
    reverses_posting_id && 'Undo',
    reversed_by_posting_id && 'Undone',
    linked('/purchase-orders', purchase_order_id, purchase_order_number),
    metadata.supplier_name,
    linked('/sales-orders', sales_order_id, sales_order_number),
    metadata.customer_name,
    conditionText(metadata.condition),
    metadata.lot_number && `Lot ${metadata.lot_number}`,
    metadata.expires_on && `Expires on ${dayText(metadata.expires_on)}`,
    isShipmentReturn(row) && 'Shipment came back',
    shown_notes ?? (isShipmentReturn(row) ? null : reasonLabel(metadata.reason_code)),
  ]
  return parts.flatMap((part) => (part ? [typeof part === 'string' ? { text: part } : part] : []))
}

/** The notes as a text, or the spec's dash. */
export function notesText(row: Transaction): string {
  return (
    notesParts(row)
      .map(({ text }) => text)
      .join(' · ') || '-'
  )
}

/** An order's number with its address; without an id, only the number. */
function linked(list: string, order_id: string | null, text: string | null): NotesPart | null {
  if (text === null) return null
  return order_id === null ? { text } : { text, to: `${list}/${order_id}` }
}

/** The condition of received goods; an unknown one is shown as stored. */
function conditionText(condition: string | null): string | null {
  return condition === null ? null : (conditionLabels[condition as Condition] ?? condition)
}

/** Units of a shipment came back: its delivery failed, or its order went back to an earlier status. */
function isShipmentReturn({ type, metadata }: Transaction): boolean {
  return type === 'in' && metadata.sales_order_id !== null && metadata.reason_code === 'customer_order'
}

/** One location, or from which to which. */
export function locationText({ metadata: { location_name, to_location_name } }: Transaction): string {
  return [location_name, to_location_name].filter(Boolean).join(' → ') || '–'
}
