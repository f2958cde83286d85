import { sql, type RawBuilder } from 'kysely'
import type { AsOfBasis } from '../stock/as-of.ts'
import type { Actor } from '../platform/endpoint.ts'

export type AsOf = { at?: string | undefined; basis: AsOfBasis }

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
export function stockLines(actor: Actor, asOf: AsOf, few = false): RawBuilder<unknown> {
  return asOf.at === undefined ? linesNow(actor) : linesThen(actor, { ...asOf, at: asOf.at }, few)
}

function linesNow(actor: Actor): RawBuilder<unknown> {
  return sql`
    select ${shared}, p.price, p.cost_price, t.on_hand, t.held, t.in_transit, t.minimum
    from products p
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    where p.org_id = ${actor.org_id} and p.archived_at is null`
}

function linesThen(actor: Actor, { at, basis }: { at: string; basis: AsOfBasis }, few: boolean): RawBuilder<unknown> {
  const sums = sql`sum(l.available + l.reserved) as on_hand, sum(l.held) as held, sum(l.in_transit) as in_transit`
  const moment = sql`${at}::timestamptz`
  const levels = few
    ? sql`lateral (select ${sums} from kernel.levels_as_of(${actor.org_id}, ${moment}, ${basis}, p.id) l) s on true`
    : sql`(select l.product_id, ${sums} from kernel.levels_as_of(${actor.org_id}, ${moment}, ${basis}) l group by l.product_id) s
        on s.product_id = p.id`
  return sql`
    select ${shared}, coalesce(r.price, p.price) as price, coalesce(r.cost_price, p.cost_price) as cost_price,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.held, 0) as held, coalesce(s.in_transit, 0) as in_transit, t.minimum
    from products p
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    left join ${levels}
    ${priceThen(actor, moment)}
    where p.org_id = ${actor.org_id}
      and ((p.created_at <= ${moment} and (p.archived_at is null or p.archived_at > ${moment}))
        or s.on_hand <> 0 or s.held <> 0 or s.in_transit <> 0)`
}

/** The price and cost that were valid; the first ones for goods that were there before their product was written down. */
function priceThen(actor: Actor, moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select r.price, r.cost_price from product_prices r
      where r.org_id = ${actor.org_id} and r.product_id = p.id
      order by r.valid_from <= ${moment} desc, case when r.valid_from <= ${moment} then r.valid_from end desc, r.valid_from
      limit 1
    ) r on true`
}
