import type { z } from 'zod'
import { listProductPrices, type productPrice } from '../../contract/price-updates.ts'
import { nameOf } from '../platform/person-name.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

const newestFirst: SortOrder = {
  name: 'valid_from',
  direction: 'desc',
  columns: [{ by: sql`r.valid_from`, type: 'timestamptz' }],
}

type PriceRow = z.input<typeof productPrice> & { page_key: string[] }

export const listProductPricesQuery = implement(listProductPrices, async (tx, actor, { product_id, limit, cursor }) => {
  const { key, after, order } = keyset(newestFirst, cursor)
  const [known, rows] = await Promise.all([
    tx.maybe(sql`select from products where org_id = ${actor.org_id} and id = ${product_id}`),
    tx.all(sql<PriceRow>`
      select r.valid_from, r.price, coalesce(r.cost_price, 0) as cost_price, r.cost_price is not null as cost_is_known, r.source, f.url,
        r.receipt_id, ${nameOf(actor.org_id, sql`r.user_id`, sql`split_part(coalesce(u.email, 'unknown'), '@', 1)`)} as user_reference,
        r.user_id is not distinct from ${actor.user_id} as is_own, ${key}
      from product_prices r
      left join price_updates f on f.org_id = ${actor.org_id} and f.id = r.price_update_id
      left join auth.users u on u.id = r.user_id
      where r.org_id = ${actor.org_id} and r.product_id = ${product_id} and ${after} ${order} limit ${sql.rows(limit + 1)}`),
  ])
  if (!known) refuse('not_found')
  return pageOf(rows, limit, newestFirst)
})
