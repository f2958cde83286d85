import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { productListItem } from '../../contract/products.ts'
import type { Actor } from '../platform/endpoint.ts'

export type ListItemRow = z.input<typeof productListItem>

/** The columns every answer about a product `p` begins with; needs `recordJoins`. As json: jsonb takes a quarter longer for a page of them. */
export const recordColumns: RawBuilder<unknown> = sql`
  p.id, p.name, p.sku, p.description, p.category_id, p.supplier_id, p.price, p.cost_price, p.quantity_decimals, p.image, p.location,
  p.purchase_url, p.archived_at, p.version, p.created_at, p.updated_at,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category,
  json_build_object(
    'on_hand', t.on_hand, 'available', t.available, 'reserved', t.on_hand - t.available, 'held', t.held, 'in_transit', t.in_transit,
    'incoming', t.incoming, 'backordered', t.backordered, 'minimum', t.minimum, 'is_low', t.is_low, 'is_out', t.is_out) as stock`

export function recordJoins(actor: Actor): RawBuilder<unknown> {
  return sql`
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id`
}

/** A list shows the two places that hold most, and how many more there are. */
export const listItemColumns: RawBuilder<unknown> = sql`${recordColumns}, places.locations, places.more_locations`

export function listItemJoins(actor: Actor): RawBuilder<unknown> {
  return sql`${recordJoins(actor)}
    cross join lateral (
      select
        coalesce(json_agg(json_build_object('id', id, 'name', name, 'on_hand', on_hand) order by rank) filter (where rank <= 2), '[]') as locations,
        greatest(count(*) - 2, 0) as more_locations
      from (
        select o.id, o.name, sum(l.available + l.reserved) as on_hand,
          row_number() over (order by sum(l.available + l.reserved) desc, o.name_sort, o.id) as rank
        from stock_levels l
        join locations o on o.org_id = ${actor.org_id} and o.id = l.location_id
        where l.org_id = ${actor.org_id} and l.product_id = p.id
        group by o.id, o.name, o.name_sort
        having sum(l.available + l.reserved) > 0) as holding) as places`
}
