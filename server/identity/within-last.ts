import { sql, type Statement } from '../platform/sql.ts'

/**
 * SQL: whether a moment is within the last seconds. One that is further ahead than that was written while the clock
 * was ahead: it isn't recent until the clock gets there, or a replaced token and an old proof would count as new for as
 * long as the clock was wrong.
 */
export function withinLast(moment: Statement<unknown>, seconds: number): Statement<unknown> {
  const span = sql`make_interval(secs => ${seconds})`
  return sql`(${moment} > clock_timestamp() - ${span} and ${moment} < clock_timestamp() + ${span})`
}
