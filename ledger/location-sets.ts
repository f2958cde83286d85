import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'

/**
 * Keeps the sums of the stock at the locations that members are limited to, if the organization has at least so many
 * products. Returns whether more is to be counted: then call it again, in a transaction of its own, because writers of
 * the organization's stock wait until it commits.
 */
export async function keepLocationSets(tx: Tx, org_id: string, products: number): Promise<boolean> {
  const { is_more } = await tx.one(sql<{ is_more: boolean }>`
    select kernel.keep_location_sets(${org_id}, ${products}) as is_more`)
  return is_more
}
