import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** With more products measured in decimals than this, they aren't added up (decision 1152). */
export const decimalProductsMax = 1_000

/**
 * A row for FROM: `decimal_products`, the active products measured in decimals that are in stock, and `decimal_units`,
 * their units on hand, for a limited member at their locations. Both are null when more than `decimalProductsMax`
 * products are measured in decimals. Reads only these products, however many others there are.
 */
export function decimalStock({ org_id }: Pick<Actor, 'org_id'>): Statement<unknown> {
  // Each is looked up, because the planner would read all totals for a list whose length it doesn't know.
  return sql`(
    with measured as materialized (
      select m.id from products m where m.org_id = ${org_id} and m.quantity_decimals > 0 limit ${sql.lit(decimalProductsMax + 1)})
    select case when s.is_bounded then s.products end as decimal_products, case when s.is_bounded then s.units end as decimal_units
    from (
      select (select count(*) from measured) <= ${sql.lit(decimalProductsMax)} as is_bounded,
        count(*) filter (where t.on_hand <> 0) as products, coalesce(sum(t.on_hand), 0) as units
      from measured
      cross join lateral (
        select on_hand from product_totals
        where org_id = ${org_id} and product_id = measured.id and not archived offset 0) t
      where (select count(*) from measured) <= ${sql.lit(decimalProductsMax)}) s)`
}
