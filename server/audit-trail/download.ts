import { type AuditChange, downloadAuditTrail } from '../../contract/audit-trail.ts'
import { kindText, summaryText } from '../../contract/audit-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { implement, readInOrder, type Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { FileColumn } from '../../contract/report-columns.ts'
import type { FileRow } from '../reports/file-row.ts'
import { filtersOf, reportAnswer } from '../reports/report-file.ts'
import { documentTables, readSearch, subjectsNamed, type Search } from './filters.ts'
import { fits } from './find-audit-rows.ts'
import { rangeOf } from './trail-order.ts'
import { changesOf, type Values } from './changes.ts'
import { personName, ruleLocation, withLocation } from './read-details.ts'
import { linkName } from './row-author.ts'
import { summaryHas, summaryOfUnits, unitsMoved } from './stock-summary.ts'
import { hiddenFields } from './readable-tables.ts'
import { productNameAt, readNames } from './read-names.ts'

const columns: readonly FileColumn[] = [
  { header: 'Date', kind: 'moment', width: 26 },
  { header: 'User', kind: 'text', width: 24 },
  { header: 'Email', kind: 'text', width: 30 },
  { header: 'Action', kind: 'text', width: 12 },
  { header: 'Type', kind: 'text', width: 22 },
  { header: 'Item', kind: 'text', width: 36 },
  { header: 'Changes', kind: 'text', width: 44 },
  { header: 'Before', kind: 'text', width: 50 },
  { header: 'After', kind: 'text', width: 50 },
  { header: 'Record ID', kind: 'text', width: 38 },
]

type FileEntry = Record<'at' | 'action' | 'table_name' | 'summary', string> &
  Record<'username' | 'email' | 'item_name' | 'record_id', string | null> & {
    old_values: Values | null
    new_values: Values | null
    /** Accounts that a posting changed in addition to those in the values. */
    more: number
  }

/** The filtered trail as a file, newest first: all rows of the screen. */
export const downloadAuditTrailQuery = readInOrder(
  implement(downloadAuditTrail, async (tx, actor, input) => {
    const search = await readSearch(tx, actor, input)
    const entries = sql<FileEntry>`
    select r.at, r.action, r.table_name, r.summary, 
      coalesce(p.username, k.name, ${linkName}, case when p.erased_at is not null then 'Deleted account' else r.user_reference end) as username, p.email, r.item_name, r.record_id,
      r.old_values, r.new_values, r.more
    from (
      ${auditRows(actor, search)}
      ${search.withStock ? sql`union all ${postings(actor, search)}` : sql``}
    ) r
    left join lateral (
      select p.username, p.email, p.erased_at from audit_people p where p.org_id = ${actor.org_id} and p.user_id = r.user_id
      order by p.valid_from <= r.at desc, case when p.valid_from <= r.at then p.valid_from end desc nulls last, p.valid_from
      limit 1) p on true
    left join api_keys k on k.org_id = ${actor.org_id} and k.id = r.user_id
    left join shares by_link on by_link.org_id = ${actor.org_id} and by_link.id = r.user_id
    order by r.at desc, r.key collate "C" desc`
    return reportAnswer(
      {
        name: 'audit_trail',
        sheet: 'Audit Trail',
        columns,
        async *rows(reader) {
          for await (const batch of reader.batches(entries)) {
            const values = batch.flatMap(({ old_values, new_values }) => [old_values, new_values])
            const names = await readNames((query) => reader.all(query), actor, values)
            yield batch.map((entry) => cellsOf(entry, names, hiddenFields(actor, entry.table_name)))
          }
        },
      },
      input.format,
      filtersOf(input),
    )
  }),
)

function auditRows(actor: Actor, search: Search) {
  const { within } = rangeOf('a', search, null, 1)
  return sql`
    select r.created_at as at, 'a' || lpad(r.id::text, 19, '0') as key, r.user_id, null as user_reference, r.action, r.table_name,
      coalesce(r.summary, '') as summary, coalesce(r.item_name, ${personName(actor)}) as item_name, r.record_id::text, r.old_values, r.new_values,
      0 as more
    from (
      select * from audit_trail a where a.org_id = ${actor.org_id} and ${within} and ${fits(search, isRowSubject(actor, search))}) r`
}

/** Whether the text names this record. The file reads everything: the records that the text names are found once. */
function isSubject(actor: Actor, { words }: Search, id: Statement<unknown>): Statement<unknown> {
  if (!words) return sql`true`
  return sql`${id} in (select s from ${subjectsNamed(actor, words, null)} s union all select unnest(${[...words.people]}::uuid[]))`
}

/** The same of an audit row `a`: its subject or, for a document, the document itself. */
const isRowSubject = (actor: Actor, search: Search) => sql`(${isSubject(actor, search, sql`a.subject_id`)}
  or (a.table_name = any (${[...documentTables]}) and ${isSubject(actor, search, sql`a.record_id`)}))`

function postings(actor: Actor, search: Search) {
  const { within } = rangeOf('s', search, null, 1)
  const { user_id, words } = search
  const isTheirs = user_id ? sql`s.user_id = ${user_id}` : sql`true`
  const isNamed =
    words && words.stock.match !== 'all'
      ? sql`(s.user_id = any (${[...words.people]}::uuid[])
          or ${summaryHas(actor, words.stock, sql`s.recorded_at`, sql`s.id`)} or exists (
          select from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = s.id and ${isSubject(actor, search, sql`m.product_id`)}))`
      : sql`true`
  return sql`
    select r.recorded_at, 's' || r.id, r.user_id, nullif(r.user_reference, ''), 'UPDATE', 'stock',
      ${summaryOfUnits(sql`e.units`)},
      case when e.products = 1 then coalesce((${productNameAt(actor, sql`e.product_id`, sql`r.recorded_at`)}), (
          select p.name from products p where p.org_id = ${actor.org_id} and p.id = e.product_id))
        else concat_ws(': ', d.number, e.products || ' products') end,
      r.id::text, l.before, l.after, l.more
    from (select * from stock_postings s where s.org_id = ${actor.org_id} and ${within} and ${isTheirs} and ${isNamed}) r
    cross join lateral (
      select count(distinct m.product_id) as products, (array_agg(m.product_id))[1] as product_id,
        ${unitsMoved} as units
      from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = r.id
    ) e
    left join lateral (
      select v.number from posting_documents v
      where v.org_id = ${actor.org_id} and v.posting_id = r.id and r.source_id is not null
      offset 0) d on e.products > 1
    cross join lateral (${balances(actor)}) l
    where e.products > 0`
}

/**
 * What posting `r` changed, side by side: each account of a product, location and lot before its first movement and
 * after its last. Products that share a name have their SKUs.
 */
const balances = ({ org_id }: Actor) => sql`
  select jsonb_object_agg(b.name, b.before) filter (where b.no <= ${sql.lit(limits.auditChangesListed)}) as before,
    jsonb_object_agg(b.name, b.after) filter (where b.no <= ${sql.lit(limits.auditChangesListed)}) as after,
    greatest(0, count(*) - ${sql.lit(limits.auditChangesListed)})::integer as more
  from (
    select row_number() over (order by min(g.line_no), g.name, g.sku) as no,
      case when count(*) over (partition by g.name) = 1 then g.name else g.name || ' (' || g.sku || ')' end as name,
      (array_agg(trim_scale(g.before) order by g.line_no))[1] as before, (array_agg(trim_scale(g.after) order by g.line_no desc))[1] as after
    from (
      select d.*, p.sku, concat_ws(', ', d.account || ' at ' || o.name, 'lot ' || nullif(t.lot_number, ''),
        case when e.products > 1 then p.name end) as name
      from (
        select m.line_no, m.product_id, m.from_location_id as location_id, m.from_lot_id as lot_id, m.from_account as account,
          m.from_balance + m.quantity as before, m.from_balance as after
        from stock_movements m where m.org_id = ${org_id} and m.posting_id = r.id and m.from_balance is not null
        union all
        select m.line_no, m.product_id, m.to_location_id, m.to_lot_id, m.to_account, m.to_balance - m.quantity, m.to_balance
        from stock_movements m where m.org_id = ${org_id} and m.posting_id = r.id and m.to_balance is not null
      ) d
      join products p on p.org_id = ${org_id} and p.id = d.product_id
      join locations o on o.org_id = ${org_id} and o.id = d.location_id
      left join lots t on t.org_id = ${org_id} and t.product_id = d.product_id and t.id = d.lot_id
    ) g group by g.product_id, g.location_id, g.lot_id, g.account, g.name, g.sku
  ) b`

const actionWords: Record<string, string> = {
  INSERT: 'Created',
  UPDATE: 'Updated',
  DELETE: 'Deleted',
  EXPORT: 'Exported',
  SHARE: 'Shared',
}

const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

function cellsOf(entry: FileEntry, names: ReadonlyMap<string, string>, hidden: readonly string[]): FileRow {
  const { at, username, email, action, table_name, item_name, summary, old_values, new_values, record_id, more } = entry
  const changes = changesOf(old_values ?? {}, new_values ?? {}, names, hidden)
  const side = (end: 'before' | 'after') =>
    [
      ...changes
        .filter((change) => change[end] !== null)
        .map((change) => `${change.field.replace(/_ids?$/, '').replaceAll('_', ' ')}: ${valueText(change[end])}`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join('; ') || null
  return [
    at,
    username,
    email,
    actionWords[action] ?? action,
    kindText(table_name),
    item_name,
    withLocation(summaryText(table_name, action, summary), ruleLocation(table_name, new_values, names)),
    side('before'),
    side('after'),
    record_id,
  ]
}

const valueText = (value: AuditChange['before']) =>
  typeof value === 'string' && id.test(value) ? 'a record that no longer exists' : String(value)
