import { errorStatus, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'

/** Codes of a unique key: what refuses with one says beside which field. */
type TakenCode = Extract<ErrorCode, `${string}_taken`>

/** What a refusal says when the command has no better sentence. No one ever reads a bare code. */
const sentences: Record<Exclude<ErrorCode, TakenCode>, string> & Partial<Record<TakenCode, string>> = {
  no_authorization: 'Please sign in.',
  bad_jwt: 'Your sign-in is not valid. Please sign in again.',
  session_not_found: 'Your session has ended. Please sign in again.',
  second_factor_required: 'This organization requires a second factor. Set one up in your profile to continue.',
  second_factor_needed: 'Confirm your second factor to continue.',
  api_key_not_valid: 'This API key is not valid. It may have been revoked.',
  forbidden: 'Your role does not allow this.',
  bad_json: 'The request body is not valid JSON.',
  unreadable_request: 'This is not an HTTP request.',
  incomplete_request: 'The request did not arrive completely. Please try again.',
  invalid_input: 'Some of the input is not valid.',
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'This content type is not supported.',
  too_many_requests: 'Too many requests. Please wait a minute and try again.',
  not_found: 'Not found.',
  feed_position_gone:
    'The events after this number are no longer available. Read the present state, then go on from the newest number.',
  conflict: 'Somebody else changed this in the meantime.',
  in_progress: 'The same request is still being worked on. Please wait a moment.',
  idempotency_key_reused: 'This request id was already used for something else.',
  sku_taken: 'This SKU already exists. Please use a unique SKU.',
  name_taken: 'This name already exists. Please use another one.',
  already_exists: 'This already exists.',
  category_in_use: 'This category still has products.',
  supplier_in_use: 'This supplier is still in use.',
  location_is_default: 'This is the default location.',
  location_not_empty: 'This location still holds goods.',
  location_has_open_documents: 'Open documents name this location.',
  location_not_active: 'This location is not active.',
  product_archived: 'This product is archived.',
  product_not_empty: 'This product still has stock or open documents.',
  draft_not_open: 'This transaction was already completed or discarded.',
  insufficient_stock: 'There is not enough stock for this.',
  too_many_decimals: 'This quantity has more decimals than the product allows.',
  invalid_quantity: 'This quantity is not valid.',
  invalid_posting: 'This stock movement is not valid.',
  posting_belongs_to_document: 'This belongs to a document and is undone there.',
  already_reversed: 'This was already undone.',
  cannot_reverse: 'This cannot be undone.',
  period_closed: 'The books of that time are closed.',
  happened_in_future: 'This date is in the future.',
  lot_expired: 'This lot has expired.',
  exceeds_demand: 'This is more than the document asks for.',
  balance_overflow: 'A quantity would become too large to be kept.',
  number_too_large: 'A number is too large to be kept.',
  wrong_status: 'The status of this document does not allow that.',
  supplier_not_active: 'This supplier is not active.',
  line_has_receipts: 'Goods of this line were received already.',
  below_received: 'This is less than what was received already.',
  exceeds_remaining: 'Some items exceed remaining quantity',
  line_has_shipments: 'Goods of this line were shipped already.',
  line_has_returns: 'Goods of this line were returned already.',
  below_shipped: 'This is less than what was shipped already.',
  takes_goods_back: 'This takes back goods that count as shipped.',
  exceeds_shipped: 'This is more than was shipped and not yet returned.',
  unreadable_file: 'This file cannot be read.',
  import_has_problems: 'The import has problems. Mend them first.',
  import_not_undoable: 'This import cannot be undone.',
  price_not_fetched: 'Failed to fetch price',
  reauthentication_needed: 'Sign out and in again, then try once more.',
  last_owner: 'An organization needs an owner. Transfer ownership first.',
  has_other_members: 'This company has other members. Remove them first, or leave it instead.',
  role_too_high: "You can't give a role above your own, or change a member who has one.",
  already_member: 'This person is already a member.',
  invitation_not_valid: 'This invitation is no longer valid. Ask for a new one.',
  limit_reached: 'This organization has reached its limit.',
  mail_not_set_up: 'This server cannot send e-mail.',
  mail_not_sent: 'The e-mail could not be sent.',
  storage_full: 'There is no room left to keep files. Contact your administrator.',
  busy: 'Many people are changing the same records right now. Please try again.',
  unavailable: 'Unable to connect to the database. Please try again in a moment.',
  internal: 'Something went wrong on our side.',
}

type Extras = { fields?: Record<string, string>; details?: Record<string, unknown> }

/** An expected "no": it ends the command, rolls its transaction back and answers with the code's HTTP status. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message?: string, extras: Extras = {}) {
    super(message ?? sentences[code] ?? sentences.already_exists)
    this.code = code
    this.fields = extras.fields
    this.details = extras.details
  }

  get status(): number {
    return errorStatus[this.code]
  }

  body(requestId?: string): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.fields && { fields: this.fields }),
        ...(this.details && { details: this.details }),
        ...(requestId && { request_id: requestId }),
      },
    }
  }
}

/** Ends a command with a named refusal; `details` carries the numbers a person needs to understand it. */
export function refuse(code: ErrorCode, details?: Record<string, unknown>, message?: string): never {
  throw new Refusal(code, message, details ? { details } : {})
}

/** Ends a command with sentences that belong beside input fields (dotted paths). */
export function refuseFields(fields: Record<string, string>, code: ErrorCode = 'invalid_input'): never {
  throw new Refusal(code, Object.values(fields)[0], { fields })
}
