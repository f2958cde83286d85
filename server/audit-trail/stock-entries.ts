import type { AuditEntry, StockChange, StockMove } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { Subject } from './find-history.ts'
import { personOf, type Person } from './row-author.ts'

type Leg = {
  product: string
  location: string | null
  lot: string | null
  account: string
  before: number
  after: number
}

type StockRow = Pick<AuditEntry, 'created_at' | 'record_id' | 'save' | 'user_id' | 'category_color'> &
  Person &
  Omit<StockChange, 'document' | 'moves'> & {
    key: string
    document: StockChange['document']
    moves: StockMove[] | null
    products: number
    product_id: string | null
    product_name: string | null
    category: string | null
    units: number
    legs: Leg[] | null
    leg_count: number
    /** Of a posting with several movements. */
    balance_count?: number
  }

/** Without the document; legs and moves only if there is a single movement. */
type ReadRow = Omit<StockRow, 'document'> & { has_document: boolean }

/** The name that the product of posting `r` had then: from the newest change of the product before it. */
export const formerName = ({ org_id }: Actor) => sql`
  select a.item_name from audit_trail a
  where a.org_id = ${org_id} and a.subject_id = e.product_id and a.created_at <= r.recorded_at and a.table_name = 'products'
    and a.item_name is not null
  order by a.created_at desc, a.id desc limit 1`

/**
 * The balances that the movements of posting `r` changed, in their order: each before its first movement and after its
 * last. And how many there are.
 */
const legsOf = (
  { org_id }: Actor,
  product: Statement<unknown>,
  from: Statement<unknown>,
  to: Statement<unknown>,
) => sql`
  select jsonb_agg(jsonb_build_object('product', t.name, 'location', o.name, 'lot', nullif(n.lot_number, ''), 'account', g.account, 'before', g.before, 'after', g.after)
    order by g.place) as legs, max(g.balances)::integer as balance_count
  from (
    select e.product_id, e.location_id, e.lot_id, e.account, min(e.place) as place, count(*) over () as balances,
      (array_agg(e.before order by e.place))[1] as before, (array_agg(e.after order by e.place desc))[1] as after
    from (
      select m.line_no * 2::bigint as place, m.product_id, m.from_location_id as location_id, m.from_lot_id as lot_id, m.from_account as account,
        m.from_balance + m.quantity as before, m.from_balance as after
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

/** What a history requires of a movement `m`, or of one end of it. */
function askedOf(subject: Subject | null) {
  const none = sql``
  if (subject?.kind === 'product') {
    const product = sql`and m.product_id = ${subject.id}`
    return { movement: product, product, from: none, to: none }
  }
  if (subject?.kind !== 'location') return { movement: none, product: none, from: none, to: none }
  return {
    movement: sql`and (m.from_location_id = ${subject.id} or m.to_location_id = ${subject.id})`,
    product: none,
    from: sql`and m.from_location_id = ${subject.id}`,
    to: sql`and m.to_location_id = ${subject.id}`,
  }
}

type Asked = ReturnType<typeof askedOf>

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
  const asked = askedOf(subject)
  const moment = sql.ref(subject?.kind === 'location' ? 'r.happened_at' : 'r.recorded_at')
  const rows = await tx.all(readRows(actor, ids, asked, moment))
  const [several, documents] = await Promise.all([
    readSeveral(
      tx,
      actor,
      asked,
      idsOf(rows, ({ leg_count }) => leg_count > 1),
    ),
    readDocuments(
      tx,
      actor,
      idsOf(rows, ({ has_document }) => has_document),
    ),
  ])
  return rows.map(({ has_document, ...row }) => ({
    ...row,
    ...several.get(row.record_id),
    document: has_document ? (documents.get(row.record_id) ?? null) : null,
  }))
}

const idsOf = (rows: readonly ReadRow[], isOne: (row: ReadRow) => boolean) =>
  rows.filter(isOne).map(({ record_id }) => record_id)

function readRows(actor: Actor, ids: readonly string[], asked: Asked, moment: Statement<unknown>) {
  const onHand = (end: 'from' | 'to') =>
    sql`(m.${sql.raw(end)}_account in ('available', 'reserved') ${asked[end]})::integer`
  const leg = (end: 'from' | 'to', before: Statement<unknown>) => sql`
    case when e.${sql.raw(end)}_asked then jsonb_build_array(jsonb_build_object('product', p.name, 'location', ${sql.raw(end)}_location.name,
      'lot', nullif(${sql.raw(end)}_lot.lot_number, ''), 'account', e.${sql.raw(end)}_account, 'before', ${before}, 'after', e.${sql.raw(end)}_balance))
    else '[]' end`
  const locationAndLot = (end: 'from' | 'to') => sql`
    left join locations ${sql.raw(end)}_location on ${sql.raw(end)}_location.org_id = ${actor.org_id} and ${sql.raw(end)}_location.id = e.${sql.raw(end)}_location_id
    left join lots ${sql.raw(end)}_lot on ${sql.raw(end)}_lot.org_id = ${actor.org_id} and ${sql.raw(end)}_lot.product_id = e.product_id
      and ${sql.raw(end)}_lot.id = e.${sql.raw(end)}_lot_id`
  // The transaction that wrote the row, as the trail stores it for its own rows. Views of limited members don't have
  // it. Manual entries may share a transaction with others and count as separate saves.
  const save = actor.location_ids
    ? sql`null`
    : sql`case when r.kind in ('entry', 'stock_update', 'count') then r.id::text else r.xmin::text end`
  return sql<ReadRow>`
    select 's' || r.id as key, ${moment} as created_at, r.user_id,
      person.email as user_email, coalesce(person.username, k.name, case when person.erased is not true then nullif(r.user_reference, '') end) as username,
      coalesce(person.erased, false) as user_is_erased,
      r.id as record_id, ${save} as save, r.kind, e.type, e.reason, r.reverses_posting_id is not null as is_undo, r.source_id is not null as has_document,
      e.products, e.product_id, coalesce(former.item_name, p.name) as product_name, c.name as category, c.color as category_color, e.units, e.leg_count,
      case when e.leg_count = 1 then ${leg('from', sql`e.from_balance + e.quantity`)} || ${leg('to', sql`e.to_balance - e.quantity`)} end as legs,
      case when e.leg_count = 1 then jsonb_build_array(jsonb_build_object('product', p.name, 'from', e.from_account, 'from_location', from_location.name,
        'to', e.to_account, 'to_location', to_location.name, 'quantity', e.quantity)) end as moves
    from stock_postings r
    ${personOf(actor, 'r.recorded_at')}
    cross join lateral (
      select count(distinct m.product_id)::integer as products, any_value(m.product_id) as product_id, count(*)::integer as leg_count,
        min(m.type) as type, case when count(distinct m.reason) = 1 then min(m.reason) end as reason,
        sum(m.quantity * (${onHand('to')} - ${onHand('from')})) as units, any_value(m.quantity) as quantity,
        any_value(m.from_account) as from_account, any_value(m.from_location_id) as from_location_id, any_value(m.from_lot_id) as from_lot_id,
        any_value(m.from_balance) as from_balance, bool_or(m.from_balance is not null ${asked.from}) as from_asked,
        any_value(m.to_account) as to_account, any_value(m.to_location_id) as to_location_id, any_value(m.to_lot_id) as to_lot_id,
        any_value(m.to_balance) as to_balance, bool_or(m.to_balance is not null ${asked.to}) as to_asked
      from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id ${asked.movement}
    ) e
    left join products p on p.org_id = ${actor.org_id} and p.id = e.product_id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    ${locationAndLot('from')} ${locationAndLot('to')}
    left join lateral (${formerName(actor)}) former on e.products = 1
    where r.org_id = ${actor.org_id} and r.id = any (${[...ids]}::uuid[]) and e.products > 0`
}

type Several = Pick<StockRow, 'legs' | 'moves' | 'balance_count'>

/** Of postings with several movements: what they changed, and what they moved. */
async function readSeveral(tx: Tx, actor: Actor, asked: Asked, ids: readonly string[]): Promise<Map<string, Several>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all(sql<Several & { id: string }>`
    select r.id, l.legs, l.balance_count, w.moves from unnest(${[...ids]}::uuid[]) as r (id)
    cross join lateral (${legsOf(actor, asked.product, asked.from, asked.to)}) l
    cross join lateral (${movesOf(actor, asked.movement)}) w`)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

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

const signedUnits = new Intl.NumberFormat('en-US', {
  signDisplay: 'exceptZero',
  maximumFractionDigits: limits.quantityDecimalsMax,
})

/** The owner of the balance: "Main Warehouse, lot L-12"; in a posting of several products "Chai at Main Warehouse". */
function ofText(product: string | null, location: string | null, lot: string | null): string | null {
  const level = [location, lot === null ? null : `lot ${lot}`].filter(Boolean).join(', ')
  return [product, level].filter(Boolean).join(' at ') || null
}

export function stockEntryOf(row: StockRow): AuditEntry {
  const { key, products, product_id, product_name, units, ...more } = row
  const { legs, leg_count: _, balance_count = 0, kind, type, reason, is_undo, document, moves, ...rest } = more
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
    subject_id: products === 1 ? product_id : (document?.id ?? null),
    item_name: document?.number && products > 1 ? `${document.number}: ${what}` : what,
    summary: units === 0 ? 'Stock moved' : `Stock ${signedUnits.format(units)}`,
    changes,
    more_changes: Math.max(0, balance_count - limits.auditChangesListed),
    stock: {
      kind,
      type,
      reason,
      is_undo,
      document,
      moves: moves ?? [],
    },
  }
}
