import { withoutCategory } from '../../contract/categories.ts'
import { codeColumns } from '../../contract/report-columns.ts'
import type { AsOfAnswer } from '../../contract/as-of.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

const uncategorized = sql`${withoutCategory}::text`

const shared = sql`
  p.id as product_id, p.name, ${sql.join(codeColumns.map((code) => sql.ref(`p.${code}`)))}, p.name_sort, p.sku_sort, p.category_id,
  coalesce(c.name, ${uncategorized}) as category, coalesce(c.name_sort, lower(${uncategorized})) as category_sort, c.color`

/** A cost, 0 while unknown, and whether it is known. */
const costColumns = (cost: Statement<unknown>) =>
  sql`coalesce(${cost}, 0) as cost_price, (${cost}) is not null as cost_is_known`

/**
 * One row per product: current names and category; on hand, held, in transit, price and cost, now or as of the moment.
 * Now: the products that aren't archived. Then: those that existed and weren't archived, and all with stock. With `ids`
 * only these products, each read separately: for a page of a past moment, where the stock of all would cost too much.
 * `isPage`: few lines are read, in the order of an index.
 */
export function stockLines(
  actor: Actor,
  asOf: AsOfAnswer | null,
  { ids, isPage = false }: { ids?: readonly string[]; isPage?: boolean } = {},
): Statement<unknown> {
  return asOf === null ? linesNow(actor, isPage) : linesThen(actor, asOf, ids)
}

function linesNow(actor: Actor, isPage: boolean): Statement<unknown> {
  return sql`
    select ${shared}, p.price, ${costColumns(sql`p.cost_price`)}, t.on_hand, t.held, t.in_transit, t.minimum
    from products p
    join ${isPage ? sql`product_totals` : sql`all_product_totals`} t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    where p.org_id = ${actor.org_id} and p.archived_at is null`
}

function linesThen(actor: Actor, asOf: AsOfAnswer, ids: readonly string[] | undefined): Statement<unknown> {
  const moment = sql`${asOf.at}::timestamptz`
  const summed = ids
    ? sql`lateral (
        select sum(l.available + l.reserved) as on_hand, sum(l.held) as held, sum(l.in_transit) as in_transit
        from kernel.levels_as_of(${actor.org_id}, ${moment}, ${asOf.by}, p.id) l) s on true`
    : sql`(
        select l.product_id, l.available + l.reserved as on_hand, l.held, l.in_transit
        from kernel.products_as_of(${actor.org_id}, ${moment}, ${asOf.by}) l) s on s.product_id = p.id`
  return sql`
    select ${shared}, coalesce(r.price, p.price) as price,
      ${costColumns(sql`case when r.price is null then p.cost_price else r.cost_price end`)},
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.held, 0) as held, coalesce(s.in_transit, 0) as in_transit, t.minimum
    from products p
    join all_product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    left join ${summed}
    left join lateral kernel.price_at(${actor.org_id}, p.id, ${asOf.at}::timestamptz) r on true
    where p.org_id = ${actor.org_id} and ${ids ? sql`p.id = any (${ids}::uuid[])` : sql`true`}
      and (${existedThen(asOf)} or s.on_hand <> 0 or s.held <> 0 or s.in_transit <> 0)`
}

/** Whether a product `p` had been recorded and wasn't archived. */
function existedThen({ at }: AsOfAnswer): Statement<unknown> {
  return sql`(p.created_at <= ${at}::timestamptz and (p.archived_at is null or p.archived_at > ${at}::timestamptz))`
}

/**
 * Whether a product `p` may have a line, determined without its stock. Stock is never recorded before its product
 * exists; entries made later may be dated before it.
 */
export function mayHaveLine(actor: Actor, asOf: AsOfAnswer): Statement<unknown> {
  if (asOf.by === 'recorded') return existedThen(asOf)
  return sql`(${existedThen(asOf)} or exists (
    select from stock_movements m
    where m.org_id = ${actor.org_id} and m.product_id = p.id and m.happened_at <= ${asOf.at}::timestamptz))`
}
