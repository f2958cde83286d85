import type { AuditAction, AuditEntry } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { changesOf, type Values } from './changes.ts'
import type { Subject } from './find-history.ts'
import type { FoundRow } from './trail-order.ts'
import { hiddenFields } from './readable-tables.ts'
import { readNames } from './read-names.ts'

type Person = Pick<AuditEntry, 'user_email' | 'username' | 'user_is_erased'>

type AuditRow = Pick<AuditEntry, 'created_at' | 'table_name' | 'user_id' | 'item_name' | 'category'> &
  Person & {
    key: string
    record_id: string
    action: string
    subject_id: string | null
    summary: string | null
    old_values: Values | null
    new_values: Values | null
  }

const actions: Record<string, AuditAction> = {
  INSERT: 'created',
  UPDATE: 'updated',
  DELETE: 'deleted',
  EXPORT: 'exported',
  SHARE: 'shared',
}

/** What a private link is called in the trail: the customer or supplier it was made for. */
export const linkName = sql`case when by_link.sales_order_id is not null then 'Customer, by link'
  when by_link.purchase_order_id is not null then 'Supplier, by link' end`

/** Who a row is by, as they were called at its moment: a member, an API key, or a private link. */
const personOf = (actor: Actor, at: string) => sql`
  left join lateral (
    select p.email, p.username, p.erased_at is not null as erased from audit_people p
    where p.org_id = ${actor.org_id} and p.user_id = r.user_id
    order by p.valid_from <= ${sql.ref(at)} desc, case when p.valid_from <= ${sql.ref(at)} then p.valid_from end desc nulls last, p.valid_from
    limit 1) person on true
  left join api_keys k on k.org_id = ${actor.org_id} and k.id = r.user_id
  left join shares by_link on by_link.org_id = ${actor.org_id} and by_link.id = r.user_id`
const personColumns = sql`
  person.email as user_email, coalesce(person.username, k.name, ${linkName}) as username, coalesce(person.erased, false) as user_is_erased`

/** What people are called that audit row `r` is about, then: rows name them by id only. */
export const personName = ({ org_id }: Actor) => sql`case
  when r.table_name in ('members', 'member_settings') then (
    select p.username from audit_people p where p.org_id = ${org_id} and p.user_id = r.record_id
    order by p.valid_from <= r.created_at desc, case when p.valid_from <= r.created_at then p.valid_from end desc nulls last, p.valid_from
    limit 1)
  when r.table_name = 'invitations' then (
    select i.email from invitations i where i.org_id = ${org_id} and i.id = r.record_id) end`

/**
 * What the page shows of rows that were found, in their order. Of the history of a product or a location: only what
 * changed of it there.
 */
export async function readDetails(
  tx: Tx,
  actor: Actor,
  rows: readonly FoundRow[],
  subject: Subject | null = null,
): Promise<AuditEntry[]> {
  const idsOf = (source: string) => rows.filter(({ key }) => key.startsWith(source)).map(({ key }) => key.slice(1))
  const [audit, stock] = await Promise.all([
    readAuditRows(tx, actor, idsOf('a')),
    readPostings(tx, actor, idsOf('s'), subject),
  ])
  const names = await readNames(
    (query) => tx.all(query),
    actor,
    audit.flatMap(({ old_values, new_values }) => [old_values, new_values]),
  )
  const entries = new Map<string, AuditEntry>([
    ...audit.map((row) => [row.key, entryOf(row, names, hiddenFields(actor, row.table_name))] as const),
    ...stock.map((row) => [row.key, stockEntryOf(row)] as const),
  ])
  return rows.flatMap(({ key }) => entries.get(key) ?? [])
}

async function readAuditRows(tx: Tx, actor: Actor, ids: readonly string[]): Promise<AuditRow[]> {
  if (ids.length === 0) return []
  return tx.all(sql<AuditRow>`
    select 'a' || r.id as key, r.created_at, r.table_name, r.record_id, r.action, r.user_id, ${personColumns}, r.subject_id, r.summary,
      coalesce(r.item_name, ${personName(actor)}) as item_name,
      case when r.table_name = 'products' then (
        select c.name from categories c
        where c.org_id = ${actor.org_id} and c.id = (coalesce(r.new_values, r.old_values) ->> 'category_id')::uuid) end as category,
      r.old_values, r.new_values
    from audit_trail r
    ${personOf(actor, 'r.created_at')}
    where r.org_id = ${actor.org_id} and r.id = any (${[...ids]}::bigint[])`)
}

function entryOf(row: AuditRow, names: ReadonlyMap<string, string>, hidden: readonly string[]): AuditEntry {
  const { key, old_values, new_values, record_id: _, action, summary, ...rest } = row
  const changes = changesOf(old_values ?? {}, new_values ?? {}, names, hidden)
  const listed = changes.slice(0, limits.auditChangesListed)
  return {
    ...rest,
    id: `audit:${key.slice(1)}`,
    action: actions[action] ?? 'updated',
    summary: summary ?? 'Updated record',
    changes: listed,
    more_changes: changes.length - listed.length,
  }
}

type StockRow = Pick<AuditEntry, 'created_at' | 'user_id'> &
  Person & {
    key: string
    document_id: string | null
    document_number: string | null
    products: number
    product_id: string | null
    product_name: string | null
    category: string | null
    units: number
    legs: { product: string; location: string | null; account: string; before: number; after: number }[] | null
    leg_count: number
  }

/** The name of the product of posting `r`, then: that of the newest change of the product before it. */
export const formerName = ({ org_id }: Actor) => sql`
  select a.item_name from audit_trail a
  where a.org_id = ${org_id} and a.subject_id = e.product_id and a.created_at <= r.recorded_at and a.table_name = 'products'
    and a.item_name is not null
  order by a.created_at desc, a.id desc limit 1`

/** Postings: what each changed on hand, and the accounts it changed, before and after. */
async function readPostings(
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
  const moment = sql.ref(subject?.kind === 'location' ? 'r.happened_at' : 'r.recorded_at')
  return tx.all(sql<StockRow>`
    select 's' || r.id as key, ${moment} as created_at, r.user_id,
      person.email as user_email, coalesce(person.username, k.name, case when person.erased is not true then nullif(r.user_reference, '') end) as username,
      coalesce(person.erased, false) as user_is_erased,
      d.id as document_id, d.number as document_number,
      e.products, e.product_id, coalesce(former.item_name, p.name) as product_name, c.name as category, e.units, l.legs, e.leg_count
    from stock_postings r
    ${personOf(actor, 'r.recorded_at')}
    left join lateral (
      select v.id, v.number from posting_documents v
      where v.org_id = ${actor.org_id} and v.posting_id = r.id and r.source_id is not null
      offset 0) d on true
    cross join lateral (
      select count(distinct m.product_id)::integer as products, (array_agg(m.product_id))[1] as product_id, count(*)::integer as leg_count,
        sum(m.quantity * (${onHand('to')} - ${onHand('from')})) as units
      from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id ${asked}
    ) e
    left join products p on p.org_id = ${actor.org_id} and p.id = e.product_id
    left join categories c on c.org_id = ${actor.org_id} and c.id = p.category_id
    left join lateral (
      ${formerName(actor)}
    ) former on e.products = 1
    left join lateral (
      select jsonb_agg(jsonb_build_object('product', t.name, 'location', o.name, 'account', g.account, 'before', g.before, 'after', g.after)
        order by g.line_no, g.end_no) as legs
      from (
        select m.line_no, 1 as end_no, m.product_id, m.from_location_id as location_id, m.from_account as account,
          m.from_balance + m.quantity as before, m.from_balance as after
        from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id and m.from_balance is not null ${product} ${from}
        union all
        select m.line_no, 2, m.product_id, m.to_location_id, m.to_account, m.to_balance - m.quantity, m.to_balance
        from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id and m.to_balance is not null ${product} ${to}
        order by 1, 2 limit ${sql.lit(limits.auditChangesListed)}
      ) g
      join products t on t.org_id = ${actor.org_id} and t.id = g.product_id
      left join locations o on o.org_id = ${actor.org_id} and o.id = g.location_id
    ) l on true
    where r.org_id = ${actor.org_id} and r.id = any (${[...ids]}::uuid[]) and e.products > 0`)
}

const signed = (units: number) => (units > 0 ? `+${units}` : `${units}`)

function stockEntryOf(row: StockRow): AuditEntry {
  const { key, document_id, document_number, products, product_id, product_name, units, legs, leg_count, ...rest } = row
  const changes = (legs ?? []).map(({ product, location, account, before, after }) => ({
    field: account,
    of: [products > 1 ? product : null, location].filter(Boolean).join(', ') || null,
    before,
    after,
  }))
  const what = products === 1 ? product_name : `${products} products`
  return {
    ...rest,
    category: products === 1 ? rest.category : null,
    id: `stock:${key.slice(1)}`,
    action: 'updated',
    table_name: 'stock',
    subject_id: products === 1 ? product_id : document_id,
    item_name: document_number && products > 1 ? `${document_number}: ${what}` : what,
    summary: units === 0 ? 'Stock moved' : `Stock ${signed(units)}`,
    changes,
    more_changes: Math.max(0, leg_count - limits.auditChangesListed),
  }
}
