/** The relevant parts of a PostgreSQL error (`pg` provides them on its DatabaseError). */
export type SqlError = Error & { code?: string; detail?: string; constraint?: string }

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
