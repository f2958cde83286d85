import { sql } from '../platform/sql.ts'

/**
 * Whether a lot `t` has expired by the day of its organization `g`, as kernel.picking_order decides: it isn't for
 * customers.
 */
export const isExpired = sql`coalesce(t.expires_on < (now() at time zone g.time_zone)::date, false)`

/** The same where the organization isn't part of the query. */
export const hasExpired = sql`(select ${isExpired} from organizations g where g.org_id = t.org_id)`
