import type { ProductTotals } from '../../contract/products.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { typedColumns } from './product-columns.ts'

/** The type of these columns: the stock without the quantity to promise (promisable.ts). */
export type ProductRecord = { id: string; stock: Omit<ProductTotals, 'to_promise'> }

/** An unknown cost is returned as 0, so it isn't among the fields returned as entered. */
const asTyped = typedColumns.filter((column) => column !== 'cost_price').map((column) => sql.ref(`p.${column}`))

/** The columns of a product `p` that `recordFields` reads. */
export const storedColumns: Statement<unknown> = sql`
  p.id, p.user_id, ${sql.join(typedColumns.map((column) => sql.ref(`p.${column}`)))}, p.archived_at, p.version, p.created_at, p.updated_at`

/** The fields of a product `p` itself, and those of its totals `t` that are repeated beside them. */
export const recordFields: Statement<unknown> = sql`
  p.id, p.user_id, ${sql.join(asTyped)}, coalesce(p.cost_price, 0) as cost_price, p.cost_price is not null as cost_is_known,
  t.on_hand as stock_quantity, t.minimum as min_stock_level,
  p.archived_at, p.version, p.created_at, p.updated_at`

/**
 * The columns that every response about a product `p` begins with; needs `recordJoins`. As json: jsonb takes a quarter
 * longer for a page.
 */
export const recordColumns: Statement<unknown> = sql`${recordFields},
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category,
  json_build_object(
    'on_hand', t.on_hand, 'available', t.available, 'reserved', t.on_hand - t.available, 'held', t.held, 'in_transit', t.in_transit,
    'incoming', t.incoming, 'backordered', t.backordered, 'minimum', t.minimum, 'is_low', t.is_low, 'is_out', t.is_out) as stock`

export function recordJoins(actor: Actor): Statement<unknown> {
  return sql`
    join product_totals t on t.org_id = ${actor.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id`
}
