/** What the ledger takes and returns (sql/post/apply_postings.sql, read_lines.sql), as TypeScript sees it. */

/** The accounts at a location, each with a balance that is never below zero. On hand = available + reserved. */
export type LevelAccount = 'available' | 'reserved' | 'held' | 'in_transit' | 'incoming'
/** Where units come from or go to outside; no balance is kept. */
export type OutsideAccount =
  | 'supplier'
  | 'customer'
  | 'adjustment'
  | 'opening'
  | 'production'
  | 'sample'
  | 'scrap'
  | 'loss'
  | 'elsewhere'

type LocationAndLot = {
  /** For incoming units without a location: the product's location. For outgoing units: the ledger chooses. */
  location_id?: string | null
  /** Null or missing: chosen for outgoing units, "no lot" for incoming ones. */
  lot_id?: string | null
}

type Common = {
  product_id: string
  /** The caller's own line number: movements of one entry are one row of the history. Counted from 1 if missing. */
  entry_no?: number
  /** At most four decimals. For a receipt the order line's; if missing, the product's cost at that moment. */
  unit_cost?: number | null
}

/** A manual entry: the reason determines the accounts (sql/post/reasons.sql). */
export type ReasonLine = Common & LocationAndLot & { type: 'in' | 'out'; reason: string; quantity: number }

/** A signed, non-zero change against the account `adjustment`; never takes reserved units. */
export type AdjustmentLine = Common & LocationAndLot & { type: 'adjustment'; quantity: number }

/**
 * Sets on hand of one location to `count_to`. Refuses `conflict` if on hand isn't `count_from`; null counts without
 * comparing. May take reserved units.
 */
export type CountLine = Common & LocationAndLot & { count_from: number | null; count_to: number }

/**
 * A movement between two named accounts. Reserved, in-transit and incoming units name the document line they belong to.
 */
export type MoveLine = Common & {
  from_account: LevelAccount | OutsideAccount | 'reserved_then_available'
  from_location_id?: string | null
  from_lot_id?: string | null
  to_account: LevelAccount | OutsideAccount
  /** Omitted, the units stay at the location they are taken from, and only the account changes. */
  to_location_id?: string | null
  to_lot_id?: string | null
  /** Null: all that the document line still wants (into a committed account, or shipped) or has (out of one). */
  quantity: number | null
  document_line_id?: string
  /**
   * Takes what is available, up to `quantity`, instead of refusing. Out of a committed account without a quantity: what
   * exceeds the demand.
   */
  up_to?: boolean
  /** Its type in the history; derived from the accounts if missing. */
  type?: 'in' | 'out' | 'adjustment' | 'transfer' | 'opening' | 'commitment'
  reason?: string
}

export type PostingLine = ReasonLine | AdjustmentLine | CountLine | MoveLine

export type DocumentKind = 'sales_order' | 'purchase_order' | 'transfer'

/**
 * What a document line wants, new or changed: registered before the posting's lines are applied. `wanted` replaces the
 * previous value.
 */
export type Demand = {
  document_line_id: string
  document_kind: DocumentKind
  document_id: string
  product_id: string
  /** Only at this location; null or missing: anywhere. For a transfer its destination. */
  location_id?: string | null
  /** Null only with `settles`: unchanged until the lines are applied. */
  wanted: number | null
  /**
   * After the lines are applied it wants no more than it has (fulfilled and committed). For units returned to a closed
   * document.
   */
  settles?: boolean
  /**
   * An existing demand is wanted at `location_id` from now on; units committed elsewhere are released in the same
   * posting.
   */
  relocates?: boolean
  /** Orders for the same product are filled oldest first; if missing, now. An existing demand keeps its own. */
  placed_at?: string
}

/** All movements of one command: all are written, or none. */
export type NewPosting = {
  /**
   * UUIDv7, created by the caller, so that nothing is posted twice. The same id with the same content returns the first
   * result.
   */
  id: string
  /**
   * What created it: `entry`, `opening`, `count`, `import`, `transfer`, `receipt`, `shipment`, `return` … in lower
   * case.
   */
  kind: string
  /** The document it belongs to: only that document's own command can undo it. */
  source_kind?: string
  source_id?: string
  notes?: string | null
  metadata?: Record<string, unknown>
  /** In the past, but not before the books were closed; if missing, now. RFC 3339. */
  happened_at?: string | null
  demands?: Demand[]
  lines: PostingLine[]
}

/** A reservation that was released because on hand fell below it: the line becomes backordered. */
export type Released = {
  document_line_id: string
  product_id: string
  location_id: string
  lot_id: string
  quantity: number
}

export type PostingResult = {
  posting_id: string
  /** How many movements it wrote; 0 if nothing had to move, and then stock_postings has no row. */
  movements: number
  released: Released[]
  happened_at?: string
  recorded_at?: string
}

/** One line that can't be posted, with the numbers. `posting_no` and `entry_no` count from 1. */
export type PostingRefusal = {
  posting_no: number | null
  entry_no: number | null
  code: string
  detail: Record<string, unknown>
}
