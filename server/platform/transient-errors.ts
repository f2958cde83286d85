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

/** Whether another transaction held a lock for too long. A deadlock is a different error. */
export function isLockTimeout(error: unknown): boolean {
  return (error as SqlError).code === '55P03'
}

/**
 * A standby that was the primary, or a server that was made read-only, refuses a write; or another server changed our
 * role's password. An operator solves both, and then the next connection works.
 */
const readOnlyServer = '25006'
const wrongPassword = '28P01'

/** The error of a database that can't be written to, like PostgreSQL's own. */
export function readOnlyDatabase(): Error {
  return Object.assign(new Error('the database is read-only'), { code: readOnlyServer })
}

/** Whether a transaction could not write: another connection may lead to the new primary. */
export function isReadOnlyServer(error: unknown): boolean {
  return (error as SqlError).code === readOnlyServer
}

/** Functions, tables, columns and types that don't exist, and results that changed since a statement was planned. */
const changedSchema = new Set(['42883', '42P01', '42703', '42704', '0A000'])

/** Whether a statement doesn't fit the schema: a bug, unless a newer server has upgraded the database meanwhile. */
export function missesSchema(error: unknown): boolean {
  return changedSchema.has((error as SqlError).code ?? '')
}

const upgraded = 'ONHAND_UPGRADED'

/** What such a statement failed with after an upgrade: this server is about to be replaced. */
export function upgradedDatabase(cause: unknown): Error {
  return Object.assign(new Error('a newer version of Onhand has upgraded the database', { cause }), { code: upgraded })
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])

/**
 * Whether the database is down, starting, stopping, read-only, upgraded or out of resources: not the caller's fault,
 * and worth a retry later.
 */
export function isOutage(error: unknown): boolean {
  const { code = '', message } = error as SqlError
  if (connectionCodes.has(code)) return true
  if ([readOnlyServer, wrongPassword, upgraded].includes(code) || /^(08|53|57P|58)/.test(code)) return true
  return /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/.test(
    message ?? '',
  )
}
