import type { AsOfAnswer } from '../../contract/as-of.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/**
 * The name of a report's file: the spec's for now, with the day (in the organization's time zone) for a past moment.
 */
export async function fileName(tx: Tx, name: string, asOf: AsOfAnswer | null): Promise<string> {
  if (asOf === null) return name
  const { day } = await tx.one(sql<{ day: string }>`
    select to_char(${asOf.at}::timestamptz at time zone ${asOf.time_zone}, 'YYYY-MM-DD') as day`)
  return `${name}_${day}`
}
