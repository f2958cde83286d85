import type { z } from 'zod'
import { readProduct, readProductSummary, type product } from '../../contract/products.ts'
import type { Tx } from '../platform/db.ts'
import { decimalStock } from '../organizations/decimal-stock.ts'
import { unitsHaveSum } from '../organizations/units-have-sum.ts'
import { implement, implementShared, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { readPromisable } from './promisable.ts'
import { type ProductRecord, recordColumns, recordJoins } from './record.ts'

export const readProductQuery = implement(readProduct, (tx, actor, { id }) => productById(tx, actor, id))

export const readProductSummaryQuery = implementShared(readProductSummary, (tx, { org_id }) =>
  tx.one(sql<Summary>`
    select products, archived, units, ${unitsHaveSum({ org_id })} as units_have_sum,
      units - d.decimal_units as whole_units, d.decimal_products, value_at_price, low, out
    from app.product_summary(${org_id}) cross join ${decimalStock({ org_id })} d`),
)

type Summary = z.input<typeof readProductSummary.output>
type ProductAnswer = z.input<typeof product>
type ProductRow = ProductRecord & Omit<ProductAnswer, keyof ProductRecord>

/** One product as its page shows it, archived or not. Refuses not_found. */
export async function productById(tx: Tx, actor: Actor, id: string): Promise<ProductAnswer> {
  const [product, promisable] = await Promise.all([
    tx.maybe(sql<ProductRow>`
      select ${recordColumns},
        case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as supplier,
        (select jsonb_build_object('id', o.id, 'name', o.name) from locations o
          where o.org_id = ${actor.org_id} and o.id = kernel.product_location(${actor.org_id}, p.id)) as home_location,
        coalesce((
          select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'sku', r.sku, 'image', r.image, 'price', r.price, 'on_hand', r.on_hand))
          from (
            select o.id, o.name, o.sku, o.image, o.price, ot.on_hand
            from products o
            join product_totals ot on ot.org_id = ${actor.org_id} and ot.product_id = o.id
            where o.org_id = ${actor.org_id} and o.category_id = p.category_id and o.id <> p.id and o.archived_at is null
            order by o.name_sort, o.id limit 3) as r), '[]') as related,
        -- Levels count their movements. Of a busy product's, a limited member's first may come after 100,000 others.
        exists (select from stock_levels l where l.org_id = ${actor.org_id} and l.product_id = p.id and l.version > 0)
          or exists (select from stock_demands d where d.org_id = ${actor.org_id} and d.product_id = p.id) as has_history
      from products p
      ${recordJoins(actor)}
      left join suppliers s on s.org_id = ${actor.org_id} and s.id = p.supplier_id
      where p.org_id = ${actor.org_id} and p.id = ${id}`),
    readPromisable(tx, actor, [id]),
  ])
  if (!product) return refuse('not_found')
  return { ...product, stock: { ...product.stock, to_promise: promisable(product) } }
}
