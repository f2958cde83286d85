import type { StockChange, StockMove } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { MovementScope } from './movement-scope.ts'

/** What a posting changed in one account of a product, location and lot. */
export type BalanceChange = {
  product: string
  location: string | null
  lot: string | null
  account: string
  before: number
  after: number
}

/** `balance_count`: of all changed balances, of which only the first are in `balances`. */
export type PostingDetails = { balances: BalanceChange[] | null; moves: StockMove[] | null; balance_count: number }

/** Of postings with several movements, by their ids: what they changed, and what they moved. */
export async function readPostingDetails(
  tx: Tx,
  actor: Actor,
  scope: MovementScope,
  ids: readonly string[],
): Promise<Map<string, PostingDetails>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all(sql<PostingDetails & { id: string }>`
    select r.id, b.balances, b.balance_count, w.moves from unnest(${[...ids]}::uuid[]) as r (id)
    cross join lateral (${balanceChanges(actor, scope)}) b
    cross join lateral (${movesOf(actor, scope)}) w`)
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}

/**
 * The balances that the movements of posting `r` changed, in their order: each before its first movement and after its
 * last. And how many there are.
 */
const balanceChanges = ({ org_id }: Actor, { product, from, to }: MovementScope) => sql`
  select jsonb_agg(jsonb_build_object('product', t.name, 'location', o.name, 'lot', nullif(n.lot_number, ''), 'account', g.account,
    'before', g.before, 'after', g.after) order by g.position) as balances, max(g.balance_count)::integer as balance_count
  from (
    select e.product_id, e.location_id, e.lot_id, e.account, min(e.position) as position, count(*) over () as balance_count,
      (array_agg(e.before order by e.position))[1] as before, (array_agg(e.after order by e.position desc))[1] as after
    from (
      select m.line_no * 2::bigint as position, m.product_id, m.from_location_id as location_id, m.from_lot_id as lot_id,
        m.from_account as account, m.from_balance + m.quantity as before, m.from_balance as after
      from stock_movements m where m.org_id = ${org_id} and m.posting_id = r.id and m.from_balance is not null ${product} ${from}
      union all
      select m.line_no * 2::bigint + 1, m.product_id, m.to_location_id, m.to_lot_id, m.to_account, m.to_balance - m.quantity, m.to_balance
      from stock_movements m where m.org_id = ${org_id} and m.posting_id = r.id and m.to_balance is not null ${product} ${to}
    ) e
    group by e.product_id, e.location_id, e.lot_id, e.account
    order by 5 limit ${sql.lit(limits.auditChangesListed)}
  ) g
  join products t on t.org_id = ${org_id} and t.id = g.product_id
  left join locations o on o.org_id = ${org_id} and o.id = g.location_id
  left join lots n on n.org_id = ${org_id} and n.product_id = g.product_id and n.id = g.lot_id`

/** What posting `r` moved: movements of one product between the same accounts are combined. */
const movesOf = ({ org_id }: Actor, { movement }: MovementScope) => sql`
  select jsonb_agg(jsonb_build_object('product', g.product, 'from', g.from_account, 'from_location', g.from_location,
    'to', g.to_account, 'to_location', g.to_location, 'quantity', g.quantity) order by g.no) as moves
  from (
    select min(m.line_no) as no, t.name as product, m.from_account, f.name as from_location, m.to_account, o.name as to_location,
      sum(m.quantity) as quantity
    from stock_movements m
    join products t on t.org_id = ${org_id} and t.id = m.product_id
    left join locations f on f.org_id = ${org_id} and f.id = m.from_location_id
    left join locations o on o.org_id = ${org_id} and o.id = m.to_location_id
    where m.org_id = ${org_id} and m.posting_id = r.id ${movement}
    group by t.id, t.name, m.from_account, f.name, m.to_account, o.name
    order by 1 limit ${sql.lit(limits.auditChangesListed)}
  ) g`

/** The documents of postings, by the postings' ids. */
export async function readDocuments(
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
