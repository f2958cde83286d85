import type { AuditEntry, StockChange, StockMove } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { Subject } from './find-history.ts'
import { personOf, type Person } from './row-author.ts'

type StockRow = Pick<AuditEntry, 'created_at' | 'record_id' | 'save' | 'user_id' | 'category_color'> &
  Person &
  Omit<StockChange, 'document' | 'moves'> & {
    key: string
    moves: StockMove[] | null
    document_kind: string | null
    document_id: string | null
    document_number: string | null
    products: number
    product_id: string | null
    product_name: string | null
    category: string | null
    units: number
    legs:
      | {
          product: string
          location: string | null
          lot: string | null
          account: string
          before: number
          after: number
        }[]
      | null
    leg_count: number
  }

/** The name of the product of posting `r`, then: that of the newest change of the product before it. */
export const formerName = ({ org_id }: Actor) => sql`
  select a.item_name from audit_trail a
  where a.org_id = ${org_id} and a.subject_id = e.product_id and a.created_at <= r.recorded_at and a.table_name = 'products'
    and a.item_name is not null
  order by a.created_at desc, a.id desc limit 1`

/** What posting `r` took from where to where: its movements of one product and way are one. */
const movesOf = ({ org_id }: Actor, asked: Statement<unknown>) => sql`
  select jsonb_agg(jsonb_build_object('product', g.product, 'from', g.from_account, 'from_location', g.from_location,
    'to', g.to_account, 'to_location', g.to_location, 'quantity', g.quantity) order by g.no) as moves
  from (
    select min(m.line_no) as no, t.name as product, m.from_account, f.name as from_location, m.to_account, o.name as to_location,
      sum(m.quantity) as quantity
    from stock_movements m
    join products t on t.org_id = ${org_id} and t.id = m.product_id
    left join locations f on f.org_id = ${org_id} and f.id = m.from_location_id
    left join locations o on o.org_id = ${org_id} and o.id = m.to_location_id
    where m.org_id = ${org_id} and m.posting_id = r.id ${asked}
    group by t.id, t.name, m.from_account, f.name, m.to_account, o.name
    order by 1 limit ${sql.lit(limits.auditChangesListed)}
  ) g`

/** Postings: what each changed on hand, and the accounts it changed, before and after. */
export async function readPostings(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  subject: Subject | null,
): Promise<StockRow[]> {
  if (ids.length === 0) return []
  const product = subject?.kind === 'product' ? sql`and m.product_id = ${subject.id}` : sql``
  const [from, to] = ['from', 'to'].map((end) =>
    subject?.kind === 'location' ? sql`and ${sql.ref(`m.${end}_location_id`)} = ${subject.id}` : sql``,
  )
  const onHand = (end: 'from' | 'to') =>
    sql`(m.${sql.raw(end)}_account in ('available', 'reserved') ${end === 'from' ? from : to})::integer`
  const asked =
    subject?.kind === 'location'
      ? sql`and (m.from_location_id = ${subject.id} or m.to_location_id = ${subject.id})`
      : product
  // The transaction that wrote the row, as the trail keeps it for its own rows. Views of limited members don't have it.
  // What is entered by hand may share its transaction with others, and is a save by itself.
  const save = actor.location_ids
    ? sql`null`
    : sql`case when r.kind in ('entry', 'stock_update', 'count') then r.id::text else r.xmin::text end`
  const moment = sql.ref(subject?.kind === 'location' ? 'r.happened_at' : 'r.recorded_at')
  return tx.all(sql<StockRow>`
    select 's' || r.id as key, ${moment} as created_at, r.user_id,
      person.email as user_email, coalesce(person.username, k.name, case when person.erased is not true then nullif(r.user_reference, '') end) as username,
      coalesce(person.erased, false) as user_is_erased,
      r.id as record_id, ${save} as save, r.kind, e.type, e.reason, r.reverses_posting_id is not null as is_undo,
      d.kind as document_kind, d.id as document_id, d.number as document_number,
      e.products, e.product_id, coalesce(former.item_name, p.name) as product_name, c.name as category, c.color as category_color,
      e.units, l.legs, e.leg_count, w.moves
    from stock_postings r
    ${personOf(actor, 'r.recorded_at')}
    left join lateral (
      select v.kind, v.id, v.number from posting_documents v
      where v.org_id = ${actor.org_id} and v.posting_id = r.id and r.source_id is not null
      offset 0) d on true
    cross join lateral (
      select count(distinct m.product_id)::integer as products, (array_agg(m.product_id))[1] as product_id, count(*)::integer as leg_count,
        min(m.type) as type, case when count(distinct m.reason) = 1 then min(m.reason) end as reason,
        sum(m.quantity * (${onHand('to')} - ${onHand('from')})) as units
      from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id ${asked}
    ) e
    left join products p on p.org_id = ${actor.org_id} and p.id = e.product_id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    left join lateral (
      ${formerName(actor)}
    ) former on e.products = 1
    left join lateral (
      select jsonb_agg(jsonb_build_object('product', t.name, 'location', o.name, 'lot', nullif(n.lot_number, ''), 'account', g.account, 'before', g.before, 'after', g.after)
        order by g.line_no, g.end_no) as legs
      from (
        select m.line_no, 1 as end_no, m.product_id, m.from_location_id as location_id, m.from_lot_id as lot_id, m.from_account as account,
          m.from_balance + m.quantity as before, m.from_balance as after
        from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id and m.from_balance is not null ${product} ${from}
        union all
        select m.line_no, 2, m.product_id, m.to_location_id, m.to_lot_id, m.to_account, m.to_balance - m.quantity, m.to_balance
        from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id and m.to_balance is not null ${product} ${to}
        order by 1, 2 limit ${sql.lit(limits.auditChangesListed)}
      ) g
      join products t on t.org_id = ${actor.org_id} and t.id = g.product_id
      left join locations o on o.org_id = ${actor.org_id} and o.id = g.location_id
      left join lots n on n.org_id = ${actor.org_id} and n.product_id = g.product_id and n.id = g.lot_id
    ) l on true
    left join lateral (
      ${movesOf(actor, asked)}
    ) w on true
    where r.org_id = ${actor.org_id} and r.id = any (${[...ids]}::uuid[]) and e.products > 0`)
}

const signed = (units: number) => (units > 0 ? `+${units}` : `${units}`)

/** Whose balance it is: "Main Warehouse, lot L-12"; in a posting of several products "Chai at Main Warehouse". */
function ofText(product: string | null, location: string | null, lot: string | null): string | null {
  const level = [location, lot === null ? null : `lot ${lot}`].filter(Boolean).join(', ')
  return [product, level].filter(Boolean).join(' at ') || null
}

export function stockEntryOf(row: StockRow): AuditEntry {
  const { key, document_kind, document_id, document_number, products, product_id, product_name, units, ...more } = row
  const { legs, leg_count, kind, type, reason, is_undo, moves, ...rest } = more
  const changes = (legs ?? []).map(({ product, location, lot, account, before, after }) => ({
    field: account,
    of: ofText(products > 1 ? product : null, location, lot),
    before,
    after,
  }))
  const what = products === 1 ? product_name : `${products} products`
  return {
    ...rest,
    category: products === 1 ? rest.category : null,
    category_color: products === 1 ? rest.category_color : null,
    part: null,
    commented: null,
    id: `stock:${key.slice(1)}`,
    action: 'updated',
    table_name: 'stock',
    subject_id: products === 1 ? product_id : document_id,
    item_name: document_number && products > 1 ? `${document_number}: ${what}` : what,
    summary: units === 0 ? 'Stock moved' : `Stock ${signed(units)}`,
    changes,
    more_changes: Math.max(0, leg_count - limits.auditChangesListed),
    stock: {
      kind,
      type,
      reason,
      is_undo,
      document:
        document_kind === null || document_id === null
          ? null
          : { kind: document_kind, id: document_id, number: document_number },
      moves: moves ?? [],
    },
  }
}
