/** What the ledger takes and returns (sql/post/apply_postings.sql, read_lines.sql), as TypeScript sees it. */

/** The accounts at a location, each with a balance that is never below zero. On hand = available + reserved. */
export type LevelAccount = 'available' | 'reserved' | 'held' | 'in_transit' | 'incoming'
/** Where goods come from and go to; no balance is kept. */
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

type Place = {
  /** Where; for goods that come in and name none: the product's location. For goods that leave: the ledger chooses. */
  location_id?: string | null
  /** Null or missing: chosen when goods leave, "no lot" when they come in. */
  lot_id?: string | null
}

type Common = {
  product_id: string
  /** The caller's own line: movements of one entry are one row of the history. Counted from 1 when missing. */
  entry_no?: number
  /** At most four decimals. The order line's for a receipt; the product's cost of the moment when missing. */
  unit_cost?: number | null
}

/** An entry by hand: the reason names the accounts (sql/post/reasons.sql). */
export type ReasonLine = Common & Place & { type: 'in' | 'out'; reason: string; quantity: number }

/** A signed, non-zero change against the account `adjustment`; may not un-reserve. */
export type AdjustmentLine = Common & Place & { type: 'adjustment'; quantity: number }

/**
 * Sets on hand of one location to `count_to`. Refused with `conflict` when on hand is not `count_from`; null counts
 * blindly. May un-reserve.
 */
export type CountLine = Common & Place & { count_from: number | null; count_to: number }

/**
 * A movement between two named accounts. Reserved, in-transit and incoming units name the document line they belong to.
 */
export type MoveLine = Common & {
  from_account: LevelAccount | OutsideAccount | 'reserved_then_available'
  from_location_id?: string | null
  from_lot_id?: string | null
  to_account: LevelAccount | OutsideAccount
  /** Missing while the goods stay inside: they stay where they were picked. */
  to_location_id?: string | null
  to_lot_id?: string | null
  /** Null: all that the document line still wants (into a committed account) or has committed (out of one). */
  quantity: number | null
  document_line_id?: string
  /**
   * Takes what is there, up to `quantity`, instead of refusing. Out of a committed account, without a quantity: what is
   * beyond the demand.
   */
  up_to?: boolean
  may_unreserve?: boolean
  /** How history shows it; derived from the accounts when missing. */
  type?: 'in' | 'out' | 'adjustment' | 'transfer' | 'opening' | 'commitment'
  reason?: string
}

export type PostingLine = ReasonLine | AdjustmentLine | CountLine | MoveLine

export type DocumentKind = 'sales_order' | 'purchase_order' | 'transfer'

/**
 * What a document line wants, new or changed: registered before the posting's lines are applied. `wanted` replaces what
 * was wanted.
 */
export type Demand = {
  document_line_id: string
  document_kind: DocumentKind
  document_id: string
  product_id: string
  /** Only there; null or missing: anywhere. For a transfer its destination. */
  location_id?: string | null
  /** Null only with `settles`: stays as it is until the lines were applied. */
  wanted: number | null
  /**
   * After the lines were applied it wants no more than it has (fulfilled and committed). For goods that come back to a
   * closed document.
   */
  settles?: boolean
  /**
   * A known demand is wanted at `location_id` from now on; what is committed elsewhere is given back in the same
   * posting.
   */
  relocates?: boolean
  /** Orders of equal goods are filled oldest first; now when missing. A known demand keeps its own. */
  placed_at?: string
}

/** One group of movements made by one command. */
export type NewPosting = {
  /**
   * UUIDv7, made by the caller, so that nothing is posted twice. The same id with the same content returns the first
   * result.
   */
  id: string
  /**
   * What made it: `entry`, `opening`, `count`, `import`, `transfer`, `receipt`, `shipment`, `return` … lower-case
   * words.
   */
  kind: string
  /** The document it belongs to: then only that document's own command undoes it. */
  source_kind?: string
  source_id?: string
  notes?: string | null
  metadata?: Record<string, unknown>
  /** In the past, not before the books were closed; now when missing. RFC 3339. */
  happened_at?: string | null
  demands?: Demand[]
  lines: PostingLine[]
}

/** A reservation that was released because there is less on hand than was promised: the line shows as backordered. */
export type Released = {
  document_line_id: string
  product_id: string
  location_id: string
  lot_id: string
  quantity: number
}

export type PostingResult = {
  posting_id: string
  /** How many movements it wrote; 0 when nothing had to move, and then there is no row in stock_postings. */
  movements: number
  released: Released[]
  happened_at?: string
  recorded_at?: string
}

/** One line that cannot be posted, with the numbers. `posting_no` and `entry_no` count from 1. */
export type PostingRefusal = {
  posting_no: number | null
  entry_no: number | null
  code: string
  detail: Record<string, unknown>
}
