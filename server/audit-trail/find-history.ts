import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { auditRow, newestFirst, rangeOf, stockRow, type FoundRow, type Place } from './find-rows.ts'

const everything = { after: null, until: null }

/** Whether this is the id of a product, whose stock changes are found by its movements; other records name postings as their source. */
export async function isProduct(tx: Tx, actor: Actor, record_id: string): Promise<boolean> {
  const found = await tx.maybe(sql`select 1 from products where org_id = ${actor.org_id} and id = ${record_id}`)
  return found !== undefined
}

/** The next rows about one record, newest first: its own changes, those of what belongs to it, and the stock it moved. */
export async function findHistory(
  tx: Tx,
  actor: Actor,
  record_id: string,
  place: Place | null,
  look: number,
): Promise<FoundRow[]> {
  const [audit, stock] = [rangeOf('a', everything, place, look), rangeOf('s', everything, place, look)]
  const [changes, moved] = await Promise.all([
    tx.all(sql<FoundRow>`
      select ${auditRow} from audit_trail a
      where a.org_id = ${actor.org_id} and a.subject_id = ${record_id} and ${audit.within} ${audit.order} ${audit.limit}`),
    tx.all(sql<FoundRow>`
      select ${stockRow} from (
        (select distinct s.recorded_at, s.id from (
          select m.recorded_at, m.posting_id as id from stock_movements m where m.org_id = ${actor.org_id} and m.product_id = ${record_id}) s
        where ${stock.within} ${stock.order} ${stock.limit})
        union all
        (select s.recorded_at, s.id from stock_postings s
        where s.org_id = ${actor.org_id} and ${stock.within} and s.source_id in (
          select ${record_id}::uuid
          union all select id from receipts where org_id = ${actor.org_id} and purchase_order_id = ${record_id}
          union all select id from shipments where org_id = ${actor.org_id} and sales_order_id = ${record_id}
          union all select id from sales_returns where org_id = ${actor.org_id} and sales_order_id = ${record_id})
        ${stock.order} ${stock.limit})
      ) s
      ${stock.order} ${stock.limit}`),
  ])
  return newestFirst([...changes, ...moved]).slice(0, look)
}
