import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { StoredLine } from '../purchase-orders/lock-order.ts'

type ReceivedLine = Readonly<{ item: StoredLine; location_id: string; quantity: number }>

/**
 * Gives products of unknown cost the price that this receipt pays: the average of its lines by quantity, to four
 * decimals. A price of 0 leaves the cost unknown. Returns the products it changed; the caller records their price
 * history (`recordPrices`) once the receipt is written. Call it before the posting and before any lot is created,
 * because it takes its locks in the ledger's order: locations, then products, each by id. The organization, which a
 * past day locks, and the order come before it.
 */
export async function fillUnknownCosts(tx: Tx, actor: Actor, lines: readonly ReceivedLine[]): Promise<string[]> {
  const unknown = lines.filter(({ item }) => !item.cost_is_known && item.unit_price > 0)
  if (unknown.length === 0) return []
  const location_ids = lines.flatMap(({ item, location_id }) => [location_id, item.location_id])
  const product_ids = unknown.map(({ item }) => item.product_id)
  await tx.run(sql`
    select from locations where org_id = ${actor.org_id} and id = any (${location_ids}::uuid[]) order by id for key share`)
  // Checked again under the lock: someone may have entered a cost since the lines were read.
  await tx.run(sql`
    select from products where org_id = ${actor.org_id} and id = any (${product_ids}::uuid[]) and cost_price is null
    order by id for no key update`)
  const filled = await tx.all(sql<{ id: string }>`
    update products p set cost_price = n.cost_price, version = p.version + 1, updated_at = app.now()
    from (
      select product_id, round(sum(quantity * unit_price) / sum(quantity), 4) as cost_price
      from unnest(${product_ids}::uuid[], ${unknown.map(({ quantity }) => quantity)}::numeric[],
        ${unknown.map(({ item }) => item.unit_price)}::numeric[]) as l (product_id, quantity, unit_price)
      group by product_id
    ) n
    where p.org_id = ${actor.org_id} and p.id = n.product_id and p.cost_price is null
    returning p.id`)
  return filled.map(({ id }) => id)
}
