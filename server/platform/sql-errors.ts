import { isErrorCode, type ErrorCode } from '../../contract/errors.ts'
import { Refusal } from './refusal.ts'
import { type SqlError, isOutage } from './transient-errors.ts'

/**
 * The refusal of a unique key: a code, and the message beside a field. One entry per constraint a person can violate.
 */
export type UniqueRefusals = Record<string, { code: ErrorCode; fields: Record<string, string> }>

/** The message for a member limited to locations when something concerns another one. It names none. */
export const noLocationAccess = 'This includes a location you don’t have access to. Ask a member who does.'

/** Their message for a command that concerns all locations. */
export const wholeOrganizationOnly = 'Only members with access to all locations can do this.'

/**
 * Turns a database error into its refusal, or returns it unchanged if it is a bug (500). Refusals of the ledger are
 * SQLSTATE class OH: the message is the code, the detail a JSON object with the numbers.
 */
export function refusalFromSql(error: unknown, unique: UniqueRefusals = {}): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const { code = '', message, detail, constraint = '' } = error as SqlError
  if (code.startsWith('OH') && isErrorCode(message)) {
    const extras = kernelExtras(detail)
    return new Refusal(message, extras.details?.['limited'] ? noLocationAccess : undefined, extras)
  }
  if (code === '42501' && message.includes('"app_limited"')) return new Refusal('forbidden', noLocationAccess)
  if (code === '23505' && unique[constraint]) {
    const { code: refused, fields } = unique[constraint]
    return new Refusal(refused, Object.values(fields)[0], { fields })
  }
  if (code === '23505') return new Refusal('already_exists', 'This already exists.')
  if (code === '23503') return new Refusal('not_found')
  if (code === '22003') return new Refusal('number_too_large', 'The number is too large.')
  // A lock that wasn't free in time, a serialization failure, a deadlock.
  if (code === '55P03' || code === '40001' || code === '40P01')
    return new Refusal('busy', 'Other people are changing the same records right now. Try again in a moment.')
  // Took too long.
  if (code === '57014') return new Refusal('busy')
  if (code === '53100')
    return new Refusal('storage_full', 'The server’s disk is full, so nothing was saved. Contact your administrator.')
  if (isOutage(error)) return new Refusal('unavailable')
  return error
}

function kernelExtras(detail: string | undefined): { details?: Record<string, unknown> } {
  if (!detail) return {}
  return { details: JSON.parse(detail) as Record<string, unknown> }
}
