/** The closed list of refusal codes with their HTTP statuses. Any other error is a bug of ours and returns 500. */
export const errorStatus = {
  // who
  no_authorization: 401,
  bad_jwt: 401,
  session_not_found: 401,
  // the account has a second factor that this session didn't prove
  second_factor_needed: 403,
  // the organization requires one that the account doesn't have
  second_factor_required: 403,
  api_key_not_valid: 401,
  forbidden: 403,
  // shape
  bad_json: 400,
  unreadable_request: 400,
  incomplete_request: 408,
  invalid_input: 422,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  // existing or not; "not yours" is the same as "not found"
  not_found: 404,
  method_not_allowed: 405,
  // a position in the feed whose following events were deleted
  feed_position_gone: 410,
  // the current state
  conflict: 409,
  in_progress: 409,
  idempotency_key_reused: 409,
  sku_taken: 409,
  barcode_taken: 409,
  name_taken: 409,
  already_exists: 409,
  category_in_use: 409,
  supplier_in_use: 409,
  location_is_default: 409,
  location_not_empty: 409,
  location_has_open_documents: 409,
  // the only location of members or API keys that are limited to it
  location_has_members: 409,
  location_not_active: 409,
  product_archived: 409,
  product_not_empty: 409,
  draft_not_open: 409,
  // the stock ledger (ledger/sql): the message of the SQL error is the code, its detail the numbers
  insufficient_stock: 409,
  too_many_decimals: 422,
  invalid_quantity: 422,
  invalid_posting: 422,
  posting_belongs_to_document: 409,
  already_reversed: 409,
  cannot_reverse: 409,
  period_closed: 409,
  happened_in_future: 422,
  lot_expired: 409,
  exceeds_demand: 409,
  balance_overflow: 409,
  number_too_large: 422,
  // orders and what belongs to them
  wrong_status: 409,
  supplier_not_active: 409,
  line_has_receipts: 409,
  below_received: 409,
  exceeds_remaining: 409,
  line_has_shipments: 409,
  line_has_returns: 409,
  below_shipped: 409,
  takes_goods_back: 409,
  exceeds_shipped: 409,
  exceeds_refund_due: 409,
  payment_refunded: 409,
  // imports
  unreadable_file: 422,
  import_has_problems: 409,
  import_not_undoable: 409,
  // third-party pages
  price_not_fetched: 422,
  // people
  reauthentication_needed: 403,
  last_owner: 409,
  // only an organization's last member can delete it
  has_other_members: 409,
  role_too_high: 403,
  already_member: 409,
  invitation_not_valid: 409,
  limit_reached: 409,
  // email
  mail_not_set_up: 409,
  mail_not_sent: 409,
  // files
  storage_full: 507,
  // the server
  busy: 503,
  unavailable: 503,
  internal: 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/**
 * The body of every refusal: `{ "error": … }`. `fields` maps a dotted input path to a message; `details` contains the
 * numbers.
 */
export type ErrorBody = {
  error: {
    code: ErrorCode
    message: string
    fields?: Record<string, string>
    details?: Record<string, unknown>
    request_id?: string
  }
}

/** Whether a text is one of our codes (a ledger refusal or a third-party response may contain anything). */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorStatus, text)
}
