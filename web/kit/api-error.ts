import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import { isErrorCode } from '../../contract/errors.ts'

const unreachable = 'Unable to connect to the database. Please check your internet connection and try again.'

/** What screens say where the server's sentence is for programs. */
const sentences: Partial<Record<ErrorCode, string>> = {
  unavailable: unreachable,
  idempotency_key_reused:
    'This was already saved with what you entered before. Check it first: saving again adds a second one.',
}

type ErrorLink = Readonly<{ label: string; to: string }>

/**
 * A refusal, as screens see it. `message` is a sentence for people; `fields` maps an input path to the message beside
 * it; `details` contains the numbers. `status` is 0 if there was no response.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>
  readonly requestId: string | undefined
  /** A link for people to continue; a noun adds it (`leadingTo`), toasts show it. */
  readonly link: ErrorLink | undefined

  constructor(status: number, error: ErrorBody['error'], link?: ErrorLink) {
    super(error.message)
    this.status = status
    this.code = error.code
    this.fields = error.fields ?? {}
    this.details = error.details ?? {}
    this.requestId = error.request_id
    this.link = link
  }

  /** The same refusal with a link. */
  leadingTo(link: ErrorLink): ApiError {
    const { status, code, message, fields, details } = this
    return new ApiError(
      status,
      { code, message, fields, details, ...(this.requestId ? { request_id: this.requestId } : {}) },
      link,
    )
  }

  /**
   * Whether the command may have been executed although there was no response: only a repeat under the same key is safe
   * then.
   */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === 'in_progress'
  }

  /** Whether the record doesn't exist: not found, or an address whose id can't be one. */
  get isMissing(): boolean {
    const named = Object.keys(this.fields)
    return this.code === 'not_found' || (this.code === 'invalid_input' && named.length > 0 && named.every(isIdField))
  }

  /** Whether waiting helps: the server or its database is down or overloaded. */
  get connectionLost(): boolean {
    return this.code === 'unavailable'
  }
}

const isIdField = (field: string) => field === 'id' || field.endsWith('_id')

/** No response: the network or the server is unavailable. */
export function noAnswer(): ApiError {
  return new ApiError(0, { code: 'unavailable', message: unreachable })
}

/** A file that ended before its end. */
export function interruptedDownload(): ApiError {
  const message = 'The download was interrupted. Please try again.'
  return new ApiError(0, { code: 'unavailable', message })
}

/**
 * Parses a refusal; a response that isn't ours (a proxy's page, an empty body) becomes `unavailable` or `internal` by
 * its status.
 */
export async function refusalOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const error = (body as Partial<ErrorBody> | null)?.error
  if (error && typeof error.message === 'string' && isErrorCode(error.code)) {
    const message = sentences[error.code] ?? error.message
    return new ApiError(response.status, { ...error, message })
  }
  if ([502, 503, 504].includes(response.status)) {
    return new ApiError(response.status, { code: 'unavailable', message: unreachable })
  }
  return new ApiError(response.status, { code: 'internal', message: 'Something went wrong. Please try again.' })
}

/** The message for anything that was thrown; `fallback` is the spec's text for a failure without an explanation. */
export function messageOf(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  if (error instanceof ApiError && error.code !== 'internal') return error.message
  return fallback
}
