import { isOnHand } from '../../ledger/on-hand-change.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { personName } from '../platform/person-name.ts'
import { type Taken, lastUnitsText } from './last-units-text.ts'
import type { FoundLowStock } from './payloads.ts'

/** Who took the last units of a product, and how: "Last 3 shipped with SO-482913-007, shipment 1". */
type LastUnits = Readonly<{ user_id: string | null; user_reference: string; text: string }>

/**
 * The movement that left nothing on hand: the product's last one in the transaction that wrote it, which may include
 * other postings. Undefined if no movement did, and for causes without a transaction.
 */
export async function lastUnits(
  tx: Tx,
  org_id: string,
  { product_id, transaction, happened_at }: FoundLowStock,
): Promise<LastUnits | undefined> {
  if (transaction === undefined) return undefined
  // The times are taken within one transaction, so they are close: that limits the search.
  const taken = await tx.maybe(sql<Taken>`
    select s.user_id, ${personName('s')} as user_reference, s.kind, s.reverses_posting_id is not null as is_undo, m.type, m.reason, m.to_account,
      l.name as to_location, d.number as document, u.units
    from (
      select m.posting_id, m.type, m.reason, m.to_account, m.from_location_id, m.to_location_id
      from stock_movements m
      where m.org_id = ${org_id} and m.product_id = ${product_id} and m.recorded_at > ${happened_at}::timestamptz - interval '10 minutes'
        and m.xmin::text = (${transaction}::numeric % 4294967296)::text
        and ${isOnHand('m.from_account')} and not (${isOnHand('m.to_account')})
      order by m.recorded_at desc, m.posting_id desc, m.line_no desc limit 1) m
    join stock_postings s on s.org_id = ${org_id} and s.id = m.posting_id
    left join posting_documents d on d.org_id = ${org_id} and d.posting_id = s.id
    left join locations l on l.org_id = ${org_id} and l.id = m.to_location_id
    cross join lateral (
      select sum(a.quantity) as units from stock_movements a
      where a.org_id = ${org_id} and a.posting_id = m.posting_id and a.product_id = ${product_id}
        and ${isOnHand('a.from_account')} and not (${isOnHand('a.to_account')})) u`)
  return taken && { user_id: taken.user_id, user_reference: taken.user_reference, text: lastUnitsText(taken) }
}
