import type { Activity } from '../../contract/dashboard.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { documentOf } from '../stock/document-of.ts'
import { windowRows } from './changed-lines.ts'
import { movingTypes, nearEntries, newestPostings } from './newest-postings.ts'

type PostingRow = Pick<
  Activity,
  'type' | 'held' | 'records' | 'name' | 'to_location_name' | 'document' | 'created_at'
> & {
  posting_id: string
  quantity: number
  on_hand_change: number
  product_id: string | null
}

/** Postings by people or documents, by recorded time. Those of imports are listed with the import. */
export async function postingLines(tx: Tx, actor: Actor, limit: number): Promise<Activity[]> {
  const near = actor.location_ids ? await readLines(tx, actor, limit, nearEntries) : []
  return near.length === limit ? near : readLines(tx, actor, limit, windowRows)
}

/**
 * The same among the newest `look`. The offsets make PostgreSQL test each posting in turn, newest first, until there
 * are enough lines.
 */
async function readLines(tx: Tx, actor: Actor, limit: number, look: number): Promise<Activity[]> {
  const rows = await tx.all(sql<PostingRow>`
    with newest as (
      select p.id as posting_id, p.source_id, p.recorded_at from (${newestPostings(actor, look)}) p
      where p.kind <> 'import' and (p.reverses_posting_id is null or not exists (
          select from stock_postings original
          where original.org_id = ${actor.org_id} and original.id = p.reverses_posting_id and original.kind = 'import' offset 0))
        and exists (
          select from stock_movements m
          where m.org_id = ${actor.org_id} and m.posting_id = p.id and m.is_entry and m.type <> 'commitment' offset 0)
      order by p.recorded_at desc, p.id desc
      limit ${sql.lit(limit)})
    select n.posting_id, e.type, e.quantity, e.on_hand_change, e.held_change as held, e.products as records,
      case when e.products = 1 then p.name end as name, case when e.products = 1 then p.id end as product_id,
      o.name as to_location_name, n.recorded_at as created_at,
      case when d.id is not null then jsonb_build_object('kind', d.kind, 'id', d.id, 'number', d.number) end as document
    from newest n
    cross join lateral (
      select min(type) as type, sum(quantity) as quantity, sum(on_hand_change) as on_hand_change, sum(held_change) as held_change,
        count(distinct product_id)::integer as products, (array_agg(product_id))[1] as product_id,
        case when count(distinct to_location_id) = 1 then (array_agg(to_location_id))[1] end as to_location_id
      from stock_entries
      where org_id = ${actor.org_id} and posting_id = n.posting_id and type = any (${movingTypes})
    ) e
    left join products p on p.org_id = ${actor.org_id} and p.id = e.product_id
    left join locations o on o.org_id = ${actor.org_id} and o.id = e.to_location_id and e.type = 'transfer'
    ${documentOf(actor, sql`n.posting_id`, sql`n.source_id`)}
    order by n.recorded_at desc`)
  return rows.map(({ posting_id, quantity, on_hand_change, product_id, ...row }) => ({
    ...row,
    id: `stock:${posting_id}`,
    kind: 'stock',
    table_name: 'stock',
    fields: [],
    // A transfer doesn't change on hand; it shows the moved quantity.
    units: row.type === 'transfer' ? quantity : on_hand_change,
    record_id: product_id,
  }))
}
