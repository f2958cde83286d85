import { isErrorCode, type ErrorCode } from '../../contract/errors.ts'
import { Refusal } from './refusal.ts'

/** The relevant parts of a PostgreSQL error (`pg` provides them on its DatabaseError). */
type SqlError = Error & { code?: string; detail?: string; constraint?: string }

/**
 * The refusal of a unique key: a code, and the message beside a field. One entry per constraint a person can violate.
 */
export type UniqueRefusals = Record<string, { code: ErrorCode; fields: Record<string, string> }>

/** The message for a member limited to locations when something concerns another one. It names none. */
export const beyondLocations = 'This includes a location you don’t have access to.'

/** Their message for a command that concerns all locations. */
export const wholeOrganizationOnly = 'Only members with access to all locations can do this.'

/**
 * Whether running the same transaction again may help: a serialization failure, a deadlock, or the same key arriving
 * twice at once.
 */
export function isRetryable(error: unknown): boolean {
  const { code, constraint } = error as SqlError
  return code === '40001' || code === '40P01' || (code === '23505' && constraint === 'command_results_pkey')
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])

/**
 * Whether the database is down, starting, stopping or out of resources: not the caller's fault, and worth a retry
 * later.
 */
export function isOutage(error: unknown): boolean {
  const { code = '', message } = error as SqlError
  if (connectionCodes.has(code)) return true
  if (/^(08|53|57P|58)/.test(code)) return true
  return /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/.test(
    message ?? '',
  )
}

/**
 * Turns a database error into its refusal, or returns it unchanged if it is a bug (500). Refusals of the ledger are
 * SQLSTATE class OH: the message is the code, the detail a JSON object with the numbers.
 */
export function refusalFromSql(error: unknown, unique: UniqueRefusals = {}): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const { code = '', message, detail, constraint = '' } = error as SqlError
  if (code.startsWith('OH') && isErrorCode(message)) {
    const extras = kernelExtras(detail)
    return new Refusal(message, extras.details?.['limited'] ? beyondLocations : undefined, extras)
  }
  if (code === '42501' && message.includes('"app_limited"')) return new Refusal('forbidden', beyondLocations)
  if (code === '23505' && unique[constraint]) {
    const { code: refused, fields } = unique[constraint]
    return new Refusal(refused, Object.values(fields)[0], { fields })
  }
  if (code === '23505') return new Refusal('already_exists', 'This already exists.')
  if (code === '23503') return new Refusal('not_found')
  if (code === '22003') return new Refusal('number_too_large', 'The number is too large.')
  if (code === '55P03' || code === '57014' || code === '40001' || code === '40P01') return new Refusal('busy')
  if (code === '53100')
    return new Refusal('storage_full', 'The server’s disk is full, so nothing was saved. Contact your administrator.')
  if (isOutage(error)) return new Refusal('unavailable')
  return error
}

function kernelExtras(detail: string | undefined): { details?: Record<string, unknown> } {
  if (!detail) return {}
  return { details: JSON.parse(detail) as Record<string, unknown> }
}
