import { dateInFuture } from '../../contract/days.ts'
import { errorStatus, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'

/** The codes of unique keys: a refusal with one of them appears beside a field. */
type TakenCode = Extract<ErrorCode, `${string}_taken`>

/** A refusal's message if the command has no better one. People never read a bare code. */
const sentences: Record<Exclude<ErrorCode, TakenCode>, string> & Partial<Record<TakenCode, string>> = {
  no_authorization: 'Sign in to continue.',
  bad_jwt: 'Your sign-in is no longer valid. Sign in again.',
  session_not_found: 'Your session has ended. Sign in again.',
  second_factor_required: 'This company requires two-factor authentication. Set it up in your profile to continue.',
  second_factor_needed: 'Confirm with your second factor to continue.',
  api_key_not_valid: 'This API key isn’t valid. It may have been revoked.',
  forbidden: 'Your role doesn’t allow this.',
  bad_json: 'The request body isn’t valid JSON.',
  unreadable_request: 'This isn’t a valid HTTP request.',
  incomplete_request: 'The request arrived incomplete. Try again.',
  invalid_input: 'Check your input and try again.',
  payload_too_large: 'The request is too large.',
  unsupported_media_type:
    'This content type isn’t supported. Send JSON as application/json, and a file as application/octet-stream.',
  too_many_requests: 'Too many requests. Wait a minute and try again.',
  not_found: 'This no longer exists, or you don’t have access to it.',
  method_not_allowed: 'This address doesn’t have that method.',
  feed_position_gone:
    'Events after this number are no longer available. Read the current state, then continue from the newest event.',
  conflict: 'Someone else changed this in the meantime. Check their changes and try again.',
  in_progress: 'This request is still being processed. Wait a moment.',
  idempotency_key_reused: 'This idempotency key was already used for a different request.',
  sku_taken: 'This SKU already exists. Please use a unique SKU.',
  name_taken: 'This name is already taken. Use another name.',
  already_exists: 'This already exists.',
  category_in_use: 'This category still has products. Move them to another category first.',
  supplier_in_use: 'This supplier is still in use.',
  location_is_default: 'This is the default location. Make another location the default first.',
  location_not_empty: 'This location still has stock. Move it to another location first.',
  location_has_open_documents: 'This location has open documents. Complete or cancel them first.',
  location_has_members:
    'Members or API keys have access to this location only. Give the members another one and revoke the keys first.',
  location_not_active: 'This location isn’t active. Activate it or choose another one.',
  product_archived: 'This product is archived. Restore it first.',
  product_not_empty: 'This product still has stock or open documents.',
  draft_not_open: 'This transaction was already completed or discarded.',
  insufficient_stock: 'Not enough stock.',
  too_many_decimals: 'This product doesn’t allow that many decimals.',
  invalid_quantity: 'Enter a valid quantity.',
  invalid_posting: 'This stock movement isn’t valid.',
  posting_belongs_to_document: 'This stock change belongs to a document. Undo it there.',
  already_reversed: 'This was already undone.',
  cannot_reverse: 'This can’t be undone.',
  period_closed: 'The books are closed for this date. Choose a later date.',
  happened_in_future: `${dateInFuture}.`,
  lot_expired: 'This lot has expired.',
  exceeds_demand: 'This is more than the order or transfer needs.',
  balance_overflow: 'The quantity would be too large.',
  number_too_large: 'The number is too large.',
  wrong_status: 'The status of this document doesn’t allow that.',
  supplier_not_active: 'This supplier isn’t active. Choose another supplier.',
  line_has_receipts: 'Items on this line have already been received.',
  below_received: 'This is less than has already been received.',
  exceeds_remaining: 'Some items exceed remaining quantity',
  line_has_shipments: 'Items on this line have already been shipped.',
  line_has_returns: 'Items on this line have already been returned.',
  below_shipped: 'This is less than has already been shipped.',
  takes_goods_back: 'This would return items that are marked as shipped to stock. Confirm to continue.',
  exceeds_shipped: 'This is more than was shipped and not yet returned.',
  exceeds_refund_due: 'This is more than can be refunded.',
  payment_refunded: 'This payment was refunded. Undo the refund first.',
  unreadable_file: 'This file can’t be read.',
  import_has_problems: 'Fix the problems in this import first.',
  import_not_undoable: 'This import can’t be undone.',
  price_not_fetched: 'Failed to fetch price',
  reauthentication_needed: 'Sign out and back in, then try again.',
  last_owner: 'A company needs an owner. Transfer ownership first.',
  has_other_members: 'This company has other members. Remove them first, or leave it instead.',
  role_too_high: 'You can’t assign a role above your own or change a member who has one.',
  already_member: 'This person is already a member.',
  invitation_not_valid: 'This invitation is no longer valid. Ask for a new one.',
  limit_reached: 'This company has reached its limit.',
  mail_not_set_up: 'This server can’t send email. Contact your administrator.',
  mail_not_sent: 'The email couldn’t be sent. Try again.',
  storage_full: 'There’s no storage left for files. Contact your administrator.',
  busy: 'The server is busy right now. Try again in a moment.',
  unavailable: 'Unable to connect to the database. Please try again in a moment.',
  internal: 'Something went wrong on our side. Try again.',
}

type Extras = { fields?: Record<string, string>; details?: Record<string, unknown> }

/** An expected refusal: it ends the command, rolls its transaction back and returns the code's HTTP status. */
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

/** What a check refuses; undefined if it passes. Other errors are thrown. */
export function refusalOf(check: () => unknown): Refusal | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Ends a command with a named refusal; `details` contains the numbers a person needs to understand it. */
export function refuse(code: ErrorCode, details?: Record<string, unknown>, message?: string): never {
  throw new Refusal(code, message, details ? { details } : {})
}

/** Ends a command with messages that belong beside input fields (dotted paths). */
export function refuseFields(fields: Record<string, string>, code: ErrorCode = 'invalid_input'): never {
  throw new Refusal(code, Object.values(fields)[0], { fields })
}
