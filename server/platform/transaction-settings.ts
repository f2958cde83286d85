import { limits } from '../../contract/limits.ts'
import { isUuid } from './ids.ts'
import { refuse } from './refusal.ts'

/**
 * The scope of a transaction. `user_id` null is the server itself (jobs), which works with all locations; for a user
 * `app.access_check` decides which, unless they are known already and given here.
 */
export type Scope = { org_id: string; user_id: string | null; locations?: 'all' | readonly string[] }

export type TransactionOptions = {
  readOnly?: boolean
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  /**
   * Plans each statement once per connection, for any values. For statements whose values are sets: PostgreSQL would
   * prefer the plan for a smaller set than usual, and replan each time.
   */
  planOnce?: boolean
  /**
   * Reads rows in the order of an index. A bitmap of the same index would read all of them first: two million for one
   * page of the audit trail.
   */
  inOrder?: boolean
}

/**
 * PostgreSQL notices within a minute and a half that the machine of a connection is gone, and releases its locks. The
 * default of most systems is more than two hours.
 */
export const noticeGoneMachine = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 6 }

/** Settings for every connection. */
export const connectionOptions = Object.entries(noticeGoneMachine)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Settings for all transactions of a connection. */
export function sessionOptions(patience: number): string {
  return [
    connectionOptions,
    `-c statement_timeout=${limits.statementTimeoutMs * patience}`,
    `-c lock_timeout=${limits.lockTimeoutMs * patience}`,
    `-c idle_in_transaction_session_timeout=${limits.idleInTransactionTimeoutMs * patience}`,
    '-c timezone=UTC',
  ].join(' ')
}

/** The beginning of a transaction: the organization for row-level security, and its timeouts. */
export function beginStatement(scope: Scope | null, options: TransactionOptions): string {
  // Consecutive statements see the same data: a list and its count never disagree.
  const parts = [options.readOnly ? 'begin isolation level repeatable read read only' : 'begin']
  if (scope) {
    if (!isUuid(scope.org_id) || (scope.user_id !== null && !isUuid(scope.user_id))) refuse('not_found')
    parts.push(`set local app.org_id = '${scope.org_id}'`, `set local app.user_id = '${scope.user_id ?? ''}'`)
    if (scope.user_id === null || scope.locations === 'all') parts.push("set local app.locations = 'all'")
    else if (beginsLimited(scope)) parts.push(locationStatements(scope.locations))
  }
  if (options.statementTimeoutMs) parts.push(`set local statement_timeout = ${Math.trunc(options.statementTimeoutMs)}`)
  if (options.lockTimeoutMs) parts.push(`set local lock_timeout = ${Math.trunc(options.lockTimeoutMs)}`)
  if (options.planOnce) parts.push('set local plan_cache_mode = force_generic_plan')
  if (options.inOrder) parts.push('set local enable_bitmapscan = off')
  return parts.join('; ')
}

/** Whether a transaction works from its beginning as a member who is limited to locations. */
export function beginsLimited(scope: Scope | null): scope is Scope & { locations: readonly string[] } {
  return scope !== null && scope.user_id !== null && scope.locations !== undefined && scope.locations !== 'all'
}

/**
 * Limits a transaction to locations: the ids, a role with the policies that compare them, and a schema whose views
 * replace the tables with sums over all locations (db/limited). A full member keeps the app role, whose statements are
 * planned without any of this.
 */
export function locationStatements(location_ids: readonly string[] | null): string {
  if (location_ids === null)
    return "set local role none; set local search_path to default; set local app.locations = 'all'"
  const ids = location_ids.map((id) => (isUuid(id) ? id : refuse('not_found'))).join(',')
  return `set local app.locations = '{${ids}}'; set local role onhand_limited; set local search_path = limited, public`
}

/** SET takes no parameters: only the characters of ids and timestamps are allowed. */
export function plainValue(value: string): string {
  if (!/^[\w:.+-]*$/.test(value)) throw new Error('invalid value for a setting')
  return value
}
