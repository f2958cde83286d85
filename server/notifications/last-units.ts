import { byCount } from '../../contract/counted-nouns.ts'
import { reasonLabel } from '../../contract/stock-reasons.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { FoundLowStock } from './payloads.ts'
import { shortName } from './sentences.ts'

/** Who took the last units of a product, and how: "Last 3 shipped with SO-482913-007, shipment 1". */
type LastUnits = Readonly<{ user_id: string | null; user_reference: string; text: string }>

type Taken = Readonly<{
  user_id: string | null
  user_reference: string
  kind: string
  is_undo: boolean
  type: string
  reason: string | null
  to_account: string
  to_location: string | null
  document: string | null
  units: number
}>

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
    select s.user_id, s.user_reference, s.kind, s.reverses_posting_id is not null as is_undo, m.type, m.reason, m.to_account,
      l.name as to_location, d.number as document, u.units
    from (
      select m.posting_id, m.type, m.reason, m.to_account, m.from_location_id, m.to_location_id
      from stock_movements m
      where m.org_id = ${org_id} and m.product_id = ${product_id} and m.recorded_at > ${happened_at}::timestamptz - interval '10 minutes'
        and m.xmin::text = (${transaction}::numeric % 4294967296)::text
        and m.from_account in ('available', 'reserved') and m.to_account not in ('available', 'reserved')
      order by m.recorded_at desc, m.posting_id desc, m.line_no desc limit 1) m
    join stock_postings s on s.org_id = ${org_id} and s.id = m.posting_id
    left join posting_documents d on d.org_id = ${org_id} and d.posting_id = s.id
    left join locations l on l.org_id = ${org_id} and l.id = m.to_location_id
    cross join lateral (
      select sum(a.quantity) as units from stock_movements a
      where a.org_id = ${org_id} and a.posting_id = m.posting_id and a.product_id = ${product_id}
        and a.from_account in ('available', 'reserved') and a.to_account not in ('available', 'reserved')) u`)
  return taken && { user_id: taken.user_id, user_reference: taken.user_reference, text: textOf(taken) }
}

const sentences = {
  undone: { one: 'Last unit removed by an undo', other: 'Last {count} removed by an undo' },
  document_undone: { one: 'Last unit removed: {document} undone', other: 'Last {count} removed: {document} undone' },
  written_off: { one: 'Last unit written off', other: 'Last {count} written off' },
  sent: { one: 'Last unit sent', other: 'Last {count} sent' },
  sent_to: { one: 'Last unit sent to {location}', other: 'Last {count} sent to {location}' },
  on_hold: { one: 'Last unit put on hold', other: 'Last {count} put on hold' },
  shipped: { one: 'Last unit shipped with {document}', other: 'Last {count} shipped with {document}' },
  adjusted: { one: 'Last unit removed: Adjustment', other: 'Last {count} removed: Adjustment' },
  removed: { one: 'Last unit removed', other: 'Last {count} removed' },
  removed_because: { one: 'Last unit removed: {reason}', other: 'Last {count} removed: {reason}' },
} as const

function textOf(taken: Taken): string {
  if (taken.kind === 'count') return 'Counted as 0'
  const { units, document, to_location, reason } = taken
  return byCount(units, sentences[sentenceOf(taken)], {
    document: document ?? '',
    location: to_location === null ? '' : shortName(to_location),
    reason: reason === null ? '' : (reasonLabel(reason) ?? reason),
  })
}

function sentenceOf(taken: Taken): keyof typeof sentences {
  const { kind, is_undo, type, reason, to_account, to_location, document } = taken
  if (is_undo) return document === null ? 'undone' : 'document_undone'
  if (kind === 'write_off') return 'written_off'
  if (to_account === 'in_transit') return to_location === null ? 'sent' : 'sent_to'
  if (to_account === 'held') return 'on_hold'
  if (document !== null) return 'shipped'
  if (type === 'adjustment') return 'adjusted'
  return reason === null ? 'removed' : 'removed_because'
}
