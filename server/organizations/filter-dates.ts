import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** The dates of a list's filter (`filterDate` of the contract): days of the organization, or moments. */
type Dates = Readonly<{ from?: string | undefined; to?: string | undefined }>

/** The columns `after` (excluded) and `until` (included): what a filter's dates mean in an organization `o`. */
export function boundsOf({ from, to }: Dates): Statement<{ after: string | null; until: string | null }> {
  return sql`${endOf(from, sql`- 1`)} as after, ${endOf(to, sql``)} as until`
}

/** The last moment of a day, some days later; or the one before a moment that was given instead. */
function endOf(date: string | undefined, daysLater: Statement<unknown>): Statement<string | null> {
  return date?.includes('T')
    ? sql`${date}::timestamptz - interval '1 microsecond'`
    : sql`app.day_end(${date ?? null}::date ${daysLater}, o.time_zone)`
}

/** A filter with moments in place of its days: `from` included, `to` excluded. */
export async function withMoments<F extends Dates>(tx: Tx, actor: Actor, filter: F): Promise<F> {
  if (![filter.from, filter.to].some((date) => date?.includes('T') === false)) return filter
  const { from, to } = await tx.one(sql<{ from: string | null; to: string | null }>`
    select d.after + interval '1 microsecond' as "from", d.until + interval '1 microsecond' as "to"
    from (select ${boundsOf(filter)} from organizations o where o.org_id = ${actor.org_id}) d`)
  return { ...filter, from: from ?? undefined, to: to ?? undefined }
}
