import { sql, type RawBuilder } from 'kysely'
import type { AsOfAnswer } from '../../contract/as-of.ts'
import type { Actor } from '../platform/endpoint.ts'

/** What products without a category are called. */
const uncategorized = sql`'Uncategorized'`

const shared = sql`
  p.id as product_id, p.name, p.sku, p.name_sort, p.sku_sort, p.category_id,
  coalesce(c.name, ${uncategorized}) as category, coalesce(c.name_sort, lower(${uncategorized})) as category_sort, c.color`

/**
 * One row per product: names and category as they are today; on hand, held, in transit, price and cost now or as of the moment. Now:
 * the products that are not archived. Then: those that were there and not archived, and whatever held something. `few` promises that
 * only some rows are read, in the order of names or SKUs: then each product is asked for by itself instead of all at once.
 */
export function stockLines(actor: Actor, asOf: AsOfAnswer | null, few = false): RawBuilder<unknown> {
  return asOf === null ? linesNow(actor) : linesThen(actor, asOf, few)
}

function linesNow(actor: Actor): RawBuilder<unknown> {
  return sql`
    select ${shared}, p.price, p.cost_price, t.on_hand, t.held, t.in_transit, t.minimum
    from products p
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    where p.org_id = ${actor.org_id} and p.archived_at is null`
}

function linesThen(actor: Actor, { at, by }: AsOfAnswer, few: boolean): RawBuilder<unknown> {
  const sums = sql`sum(l.available + l.reserved) as on_hand, sum(l.held) as held, sum(l.in_transit) as in_transit`
  const moment = sql`${at}::timestamptz`
  const levels = few
    ? sql`lateral (select ${sums} from kernel.levels_as_of(${actor.org_id}, ${moment}, ${by}, p.id) l) s on true`
    : sql`(select l.product_id, ${sums} from kernel.levels_as_of(${actor.org_id}, ${moment}, ${by}) l group by l.product_id) s
        on s.product_id = p.id`
  return sql`
    select ${shared}, coalesce(r.price, p.price) as price, coalesce(r.cost_price, p.cost_price) as cost_price,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.held, 0) as held, coalesce(s.in_transit, 0) as in_transit, t.minimum
    from products p
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    left join ${levels}
    left join lateral kernel.price_at(${actor.org_id}, p.id, ${moment}) r on true
    where p.org_id = ${actor.org_id}
      and ((p.created_at <= ${moment} and (p.archived_at is null or p.archived_at > ${moment}))
        or s.on_hand <> 0 or s.held <> 0 or s.in_transit <> 0)`
}
