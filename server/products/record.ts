import type { ProductTotals } from '../../contract/products.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { typedColumns } from './product-columns.ts'

/** What these columns hold of an answer: its stock without what can be promised of it (promisable.ts). */
export type ProductRecord = { id: string; stock: Omit<ProductTotals, 'to_promise'> }

/** A cost that is not known is answered as 0, so it is not among those that are answered as they were typed. */
const asTyped = typedColumns.filter((column) => column !== 'cost_price').map((column) => sql.ref(`p.${column}`))

/**
 * The columns every answer about a product `p` begins with; needs `recordJoins`. As json: jsonb takes a quarter longer
 * for a page of them.
 */
export const recordColumns: Statement<unknown> = sql`
  p.id, p.user_id, ${sql.join(asTyped)}, coalesce(p.cost_price, 0) as cost_price, p.cost_price is not null as cost_is_known,
  t.on_hand as stock_quantity, t.minimum as min_stock_level,
  p.archived_at, p.version, p.created_at, p.updated_at,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category,
  json_build_object(
    'on_hand', t.on_hand, 'available', t.available, 'reserved', t.on_hand - t.available, 'held', t.held, 'in_transit', t.in_transit,
    'incoming', t.incoming, 'backordered', t.backordered, 'minimum', t.minimum, 'is_low', t.is_low, 'is_out', t.is_out) as stock`

export function recordJoins(actor: Actor): Statement<unknown> {
  return sql`
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id`
}
