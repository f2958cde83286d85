import type { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import type { documentLink } from '../../contract/transactions.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/**
 * What documents may want: a product, or anything at a location (named by a line, committed to one there, or in transit
 * from there).
 */
type Wanted = { product_id: string } | { location_id: string }

/** The open documents that want it, oldest first, at most `limits.documentsInTheWay`. */
export function openDocuments(tx: Tx, actor: Actor, wanted: Wanted): Promise<z.output<typeof documentLink>[]> {
  const wants =
    'product_id' in wanted
      ? sql`d.product_id = ${wanted.product_id}`
      : sql`(d.location_id = ${wanted.location_id} or exists (
          select from stock_commitments c
          where c.org_id = d.org_id and c.document_line_id = d.document_line_id and c.location_id = ${wanted.location_id}
            and c.has_units) or exists (
          select from location_transfers t
          where t.org_id = d.org_id and t.id = d.document_id and t.from_location_id = ${wanted.location_id}
            and t.status = 'pending'))`
  return tx.all(sql<z.output<typeof documentLink>>`
    select d.document_kind as kind, d.document_id as id, coalesce(p.order_number, s.order_number) as number
    from (
      select d.document_kind, d.document_id, min(d.placed_at) as placed_at from stock_demands d
      where d.org_id = ${actor.org_id} and d.is_open and ${wants}
      group by d.document_kind, d.document_id
      order by placed_at, d.document_id limit ${limits.documentsInTheWay}) d
    left join purchase_orders p on p.org_id = ${actor.org_id} and p.id = d.document_id
    left join sales_orders s on s.org_id = ${actor.org_id} and s.id = d.document_id
    order by d.placed_at, d.document_id`)
}
