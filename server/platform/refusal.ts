import { errorStatus, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'

/** What a refusal says when the command has no better sentence. */
const sentences: Partial<Record<ErrorCode, string>> = {
  no_authorization: 'Please sign in.',
  bad_jwt: 'Your sign-in is not valid. Please sign in again.',
  session_not_found: 'Your session has ended. Please sign in again.',
  forbidden: 'Your role does not allow this.',
  bad_json: 'The request body is not valid JSON.',
  invalid_input: 'Some of the input is not valid.',
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'This content type is not supported.',
  too_many_requests: 'Too many requests. Please wait a minute and try again.',
  not_found: 'Not found.',
  conflict: 'Somebody else changed this in the meantime.',
  in_progress: 'The same request is still being worked on. Please wait a moment.',
  idempotency_key_reused: 'This request id was already used for something else.',
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
    super(message ?? sentences[code] ?? code)
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
