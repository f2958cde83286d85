import type { AuditEntry, StockChange } from '../../contract/audit-trail.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { isOnHand } from '../../ledger/on-hand-change.ts'
import type { Subject } from './find-history.ts'
import { scopeOf, type MovementScope } from './movement-scope.ts'
import { balanceChanges, movesOf, type PostingDetails } from './posting-details.ts'
import { productNameAt } from './read-names.ts'
import { personOf, type Person } from './row-author.ts'

/** A posting in the trail. */
export type StockRow = Pick<AuditEntry, 'created_at' | 'record_id' | 'save' | 'user_id' | 'category_color'> &
  Person &
  Omit<StockChange, 'moves'> &
  PostingDetails & {
    key: string
    products: number
    product_id: string | null
    product_name: string | null
    category: string | null
    units: number
  }

/** Postings: what each changed on hand, the accounts it changed, before and after, and its document. */
export async function readPostings(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  subject: Subject | null,
): Promise<StockRow[]> {
  if (ids.length === 0) return []
  const rows = await tx.all(postings(actor, ids, scopeOf(subject), momentOf(subject)))
  const documented = rows.filter(({ has_document }) => has_document).map(({ record_id }) => record_id)
  const documents = await readDocuments(tx, actor, documented)
  return rows.map(({ has_document: _, ...row }) => ({ ...row, document: documents.get(row.record_id) ?? null }))
}

type RowWithoutDocument = Omit<StockRow, 'document'> & { has_document: boolean }

/** A location's history is in the order in which its stock changed. */
const momentOf = (subject: Subject | null) => sql.ref(subject?.kind === 'location' ? 'r.happened_at' : 'r.recorded_at')

/** `e` are the movements of posting `r` that belong to the history. */
function postings(actor: Actor, ids: readonly string[], scope: MovementScope, moment: Statement<unknown>) {
  const onHand = (side: 'from' | 'to') => sql`(${isOnHand(`m.${side}_account`)} ${scope[side]})::integer`
  return sql<RowWithoutDocument>`
    select 's' || r.id as key, ${moment} as created_at, r.user_id,
      person.email as user_email, coalesce(person.username, k.name, case when person.erased is not true then nullif(r.user_reference, '') end) as username,
      coalesce(person.erased, false) as user_is_erased,
      r.id as record_id, ${saveOf(actor)} as save, r.kind, e.type, e.reason, r.reverses_posting_id is not null as is_undo,
      r.source_id is not null as has_document, e.products, e.product_id, coalesce(former.item_name, p.name) as product_name,
      c.name as category, c.color as category_color, e.units, b.balances, b.balance_count, w.moves
    from stock_postings r
    ${personOf(actor, 'r.recorded_at')}
    cross join lateral (
      select count(distinct m.product_id)::integer as products, any_value(m.product_id) as product_id,
        min(m.type) as type, case when count(distinct m.reason) = 1 then min(m.reason) end as reason,
        sum(m.quantity * (${onHand('to')} - ${onHand('from')})) as units
      from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id ${scope.movement}
    ) e
    cross join lateral (${balanceChanges(actor, scope)}) b
    cross join lateral (${movesOf(actor, scope)}) w
    left join products p on p.org_id = ${actor.org_id} and p.id = e.product_id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    left join lateral (${productNameAt(actor, sql`e.product_id`, sql`r.recorded_at`)}) former on e.products = 1
    where r.org_id = ${actor.org_id} and r.id = any (${[...ids]}::uuid[]) and e.products > 0`
}

/**
 * The transaction that wrote posting `r`, as the trail stores it for its own rows. Views of limited members don't have
 * it. Manual entries may share a transaction with others and count as separate saves.
 */
const saveOf = (actor: Actor) =>
  actor.location_ids
    ? sql`null`
    : sql`case when r.kind in ('entry', 'stock_update', 'count') then r.id::text else r.xmin::text end`

/** The documents of postings, by the postings' ids. */
async function readDocuments(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, StockChange['document']>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all(sql<{ posting_id: string; kind: string; id: string; number: string | null }>`
    select d.posting_id, d.kind, d.id, d.number from unnest(${[...ids]}::uuid[]) as r (id)
    cross join lateral (select v.* from posting_documents v where v.org_id = ${actor.org_id} and v.posting_id = r.id offset 0) d`)
  return new Map(rows.map(({ posting_id, ...document }) => [posting_id, document]))
}
