import type { AuditEntry, StockChange } from '../../contract/audit-trail.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { isOnHand } from '../../ledger/on-hand-change.ts'
import type { Subject } from './find-history.ts'
import { scopeOf, type MovementScope } from './movement-scope.ts'
import { readDocuments, readPostingDetails, type PostingDetails } from './posting-details.ts'
import { productNameAt } from './read-names.ts'
import { personOf, type Person } from './row-author.ts'

/** A posting in the trail. `balance_count` only if it has several movements. */
export type StockRow = Pick<AuditEntry, 'created_at' | 'record_id' | 'save' | 'user_id' | 'category_color'> &
  Person &
  Omit<StockChange, 'moves'> &
  Pick<PostingDetails, 'balances' | 'moves'> &
  Partial<Pick<PostingDetails, 'balance_count'>> & {
    key: string
    products: number
    product_id: string | null
    product_name: string | null
    category: string | null
    units: number
    movement_count: number
  }

/** Without the document; balances and moves only if there is a single movement. */
type ReadRow = Omit<StockRow, 'document'> & { has_document: boolean }

/**
 * Postings: what each changed on hand, and the accounts it changed, before and after. Most have one movement, which
 * contains all of this; the details of others, and documents, are only read if the page has such postings.
 */
export async function readPostings(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  subject: Subject | null,
): Promise<StockRow[]> {
  if (ids.length === 0) return []
  const scope = scopeOf(subject)
  const moment = sql.ref(subject?.kind === 'location' ? 'r.happened_at' : 'r.recorded_at')
  const rows = await tx.all(readRows(actor, ids, scope, moment))
  const several = idsOf(rows, ({ movement_count }) => movement_count > 1)
  const documented = idsOf(rows, ({ has_document }) => has_document)
  const [details, documents] = await Promise.all([
    readPostingDetails(tx, actor, scope, several),
    readDocuments(tx, actor, documented),
  ])
  return rows.map(({ has_document, ...row }) => ({
    ...row,
    ...details.get(row.record_id),
    document: has_document ? (documents.get(row.record_id) ?? null) : null,
  }))
}

const idsOf = (rows: readonly ReadRow[], isOne: (row: ReadRow) => boolean) =>
  rows.filter(isOne).map(({ record_id }) => record_id)

type Side = 'from' | 'to'

function readRows(actor: Actor, ids: readonly string[], scope: MovementScope, moment: Statement<unknown>) {
  const onHand = (side: Side) => sql`(${isOnHand(`m.${side}_account`)} ${scope[side]})::integer`
  return sql<ReadRow>`
    select 's' || r.id as key, ${moment} as created_at, r.user_id,
      person.email as user_email, coalesce(person.username, k.name, case when person.erased is not true then nullif(r.user_reference, '') end) as username,
      coalesce(person.erased, false) as user_is_erased,
      r.id as record_id, ${saveOf(actor)} as save, r.kind, e.type, e.reason, r.reverses_posting_id is not null as is_undo,
      r.source_id is not null as has_document, e.products, e.product_id, coalesce(former.item_name, p.name) as product_name,
      c.name as category, c.color as category_color, e.units, e.movement_count,
      case when e.movement_count = 1 then
        ${balanceOf('from', sql`e.from_balance + e.quantity`)} || ${balanceOf('to', sql`e.to_balance - e.quantity`)} end as balances,
      case when e.movement_count = 1 then jsonb_build_array(jsonb_build_object('product', p.name, 'from', e.from_account,
        'from_location', from_location.name, 'to', e.to_account, 'to_location', to_location.name, 'quantity', e.quantity)) end as moves
    from stock_postings r
    ${personOf(actor, 'r.recorded_at')}
    cross join lateral (
      select count(distinct m.product_id)::integer as products, ${anyOf('product_id')}, count(*)::integer as movement_count,
        min(m.type) as type, case when count(distinct m.reason) = 1 then min(m.reason) end as reason,
        sum(m.quantity * (${onHand('to')} - ${onHand('from')})) as units, ${anyOf('quantity')},
        ${anyOf('from_account')}, ${anyOf('from_location_id')}, ${anyOf('from_lot_id')}, ${anyOf('from_balance')},
        ${anyOf('to_account')}, ${anyOf('to_location_id')}, ${anyOf('to_lot_id')}, ${anyOf('to_balance')},
        bool_or(m.from_balance is not null ${scope.from}) as from_is_shown,
        bool_or(m.to_balance is not null ${scope.to}) as to_is_shown
      from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id ${scope.movement}
    ) e
    left join products p on p.org_id = ${actor.org_id} and p.id = e.product_id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    ${locationAndLot(actor, 'from')} ${locationAndLot(actor, 'to')}
    left join lateral (${productNameAt(actor, sql`e.product_id`, sql`r.recorded_at`)}) former on e.products = 1
    where r.org_id = ${actor.org_id} and r.id = any (${[...ids]}::uuid[]) and e.products > 0`
}

/** A movement's column, of one of the posting's movements. PostgreSQL has `any_value` only since version 16. */
const anyOf = (column: string) => sql`(array_agg(${sql.ref(`m.${column}`)}))[1] as ${sql.ref(column)}`

/**
 * The transaction that wrote posting `r`, as the trail stores it for its own rows. Views of limited members don't have
 * it. Manual entries may share a transaction with others and count as separate saves.
 */
const saveOf = (actor: Actor) =>
  actor.location_ids
    ? sql`null`
    : sql`case when r.kind in ('entry', 'stock_update', 'count') then r.id::text else r.xmin::text end`

/** What the only movement `e` changed on one side, as an array: empty if that side isn't ours or isn't shown. */
const balanceOf = (side: Side, before: Statement<unknown>) => sql`
  case when ${sql.ref(`e.${side}_is_shown`)} then jsonb_build_array(jsonb_build_object('product', p.name,
    'location', ${sql.ref(`${side}_location.name`)}, 'lot', nullif(${sql.ref(`${side}_lot.lot_number`)}, ''),
    'account', ${sql.ref(`e.${side}_account`)}, 'before', ${before}, 'after', ${sql.ref(`e.${side}_balance`)}))
  else '[]' end`

const locationAndLot = ({ org_id }: Actor, side: Side) => {
  const [location, lot] = [`${side}_location`, `${side}_lot`]
  return sql`
    left join locations ${sql.ref(location)}
      on ${sql.ref(`${location}.org_id`)} = ${org_id} and ${sql.ref(`${location}.id`)} = ${sql.ref(`e.${location}_id`)}
    left join lots ${sql.ref(lot)} on ${sql.ref(`${lot}.org_id`)} = ${org_id} and ${sql.ref(`${lot}.product_id`)} = e.product_id
      and ${sql.ref(`${lot}.id`)} = ${sql.ref(`e.${lot}_id`)}`
}
