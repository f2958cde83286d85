import type { z } from 'zod'
import { readPriceUpdate, type priceUpdate } from '../../contract/price-updates.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

export type PriceUpdateRow = z.input<typeof priceUpdate>

export const priceUpdateColumns: Statement<unknown> = sql`
  id, product_id, url, new_price, currency, found_in, fetched_at, status, closed_at`

export const readPriceUpdateQuery = implement(readPriceUpdate, async (tx, actor, { id }) => {
  const found = await tx.maybe(sql<PriceUpdateRow>`
    select ${priceUpdateColumns} from price_updates where org_id = ${actor.org_id} and id = ${id}`)
  return found ?? refuse('not_found')
})
