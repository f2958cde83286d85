import type { FoundStatus } from './notify-of-status.ts'
import type { NewNotification } from './notify.ts'

type Acted = Readonly<{ user_id: string | null; actor_name: string | null }>
type Happened = Readonly<{ cause: string; happened_at: string }>

/** The content of an outbox row of the kind `notifications`: what happened, complete or to be looked up. */
export type NotificationPayload =
  | (NewNotification & Happened & Acted & Readonly<{ found: 'told' }>)
  | (FoundStatus & Happened & Acted)
  | FoundLowStock
  | FoundLowLocation
  | FoundShort
  | FoundTransaction

/**
 * Written by the database: db/functions/note_low_stock.sql, note_low_locations.sql, and the kernel (post_simple,
 * write_movements).
 */
export type FoundLowStock = Happened &
  Readonly<{
    found: 'low_stock'
    product_id: string
    is_out: boolean
    on_hand: number
    minimum: number
    /** The transaction that caused it; missing in older rows. */
    transaction?: string
  }>
export type FoundLowLocation = Happened &
  Readonly<{ found: 'low_location'; product_id: string; location_id: string; on_hand: number; minimum: number }>
export type FoundShort = Happened &
  Readonly<{
    found: 'short_for_orders'
    product_id: string
    /** It has waited for the job that reserves what was received. */
    waited?: true
  }>
export type FoundTransaction = Readonly<{ found: 'transaction'; posting_id: string }>
