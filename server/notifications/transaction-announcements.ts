import { formatQuantity } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { personName } from '../platform/person-name.ts'
import type { Announcement } from './announcement.ts'
import type { FoundTransaction } from './payloads.ts'
import { sentences, shortName } from './sentences.ts'

type Entry = Readonly<{
  user_id: string | null
  user_reference: string
  recorded_at: string
  type: string
  kind: string
  on_hand_change: number
  held_change: number
  product_name: string
}>

/** The notification of a manual stock change: of the first entry of the posting, with the number of others. */
export async function transactionAnnouncement(
  tx: Tx,
  org_id: string,
  { posting_id }: FoundTransaction,
): Promise<Announcement | null> {
  const entries = await tx.all(sql<Entry>`
    select e.user_id, ${personName('e')} as user_reference, e.recorded_at, e.type, e.kind, e.on_hand_change, e.held_change, p.name as product_name
    from stock_entries e join products p on p.org_id = e.org_id and p.id = e.product_id
    where e.org_id = ${org_id} and e.posting_id = ${posting_id}
    order by e.entry_no`)
  const [entry, ...others] = entries
  if (!entry) return null
  const { user_id, user_reference, recorded_at, product_name } = entry
  const subject = { kind: 'posting' as const, id: posting_id }
  return {
    kind: 'transaction',
    // One notification for everything a colleague enters within an hour: it counts up and becomes unread again.
    cause: `transactions of ${user_id} in ${recorded_at.slice(0, 13)}`,
    title: `${titleOf(entry)}: ${shortName(product_name)}`,
    body: sentences([changeText(entry), ...(others.length > 0 ? [`${others.length} more in the same posting`] : [])]),
    limited_body: null,
    subject,
    seen_through: subject,
    comment_id: null,
    user_id,
    actor_name: user_reference,
    to: null,
    happened_at: recorded_at,
  }
}

function titleOf({ kind, type }: Entry): string {
  if (kind === 'reversal') return 'Undone'
  if (kind === 'write_off') return 'Written off'
  return type === 'in' ? 'Stock In' : type === 'out' ? 'Stock Out' : 'Adjustment'
}

function changeText({ on_hand_change, held_change }: Entry): string {
  const count = formatQuantity(Math.abs(on_hand_change === 0 ? held_change : on_hand_change))
  if (on_hand_change === 0) return held_change > 0 ? `${count} added on hold` : `${count} removed from hold`
  return on_hand_change > 0 ? `${count} added` : `${count} removed`
}
