import { sql } from 'kysely'
import { downloadAuditTrail } from '../../contract/audit-trail.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { filtersOf, reportAnswer, type FileColumn, type FileRow } from '../reports/report-file.ts'
import { readSearch, type Search } from './filters.ts'
import { fits, rangeOf } from './find-rows.ts'
import { changesOf, type Values } from './changes.ts'
import { linkName } from './read-details.ts'

const columns: readonly FileColumn[] = [
  { header: 'Date', kind: 'moment', width: 26 },
  { header: 'User', kind: 'text', width: 24 },
  { header: 'E-mail', kind: 'text', width: 30 },
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
  }

/** The filtered trail as a file, newest first: the rows of the screen, all of them. */
export const downloadAuditTrailQuery = implement(downloadAuditTrail, async (tx, actor, input) => {
  const search = await readSearch(tx, actor, input)
  const entries = sql<FileEntry>`
    select r.at, r.action, r.table_name, r.summary, coalesce(p.username, k.name, ${linkName}) as username, p.email, r.item_name, r.record_id,
      r.old_values, r.new_values
    from (
      ${auditRows(actor, search)}
      ${search.withStock ? sql`union all ${postings(actor, search)}` : sql``}
      order by at desc, key desc
    ) r
    left join lateral (
      select p.username, p.email from audit_people p where p.org_id = ${actor.org_id} and p.user_id = r.user_id
      order by p.valid_from <= r.at desc, case when p.valid_from <= r.at then p.valid_from end desc nulls last, p.valid_from
      limit 1) p on true
    left join api_keys k on k.org_id = ${actor.org_id} and k.id = r.user_id
    left join shares by_link on by_link.org_id = ${actor.org_id} and by_link.id = r.user_id`
  return reportAnswer(
    {
      name: 'audit_trail',
      sheet: 'Audit Trail',
      columns,
      async *rows(reader) {
        for await (const batch of reader.batches(entries)) yield batch.map(cellsOf)
      },
    },
    input.format,
    filtersOf(input),
  )
})

function auditRows(actor: Actor, search: Search) {
  const { within } = rangeOf('a', search, null, 1)
  return sql`
    select a.created_at as at, 'a' || lpad(a.id::text, 19, '0') as key, a.user_id, a.action, a.table_name, coalesce(a.summary, '') as summary,
      a.item_name, a.record_id::text, a.old_values, a.new_values
    from audit_trail a where a.org_id = ${actor.org_id} and ${within} and ${fits(search)}`
}

function postings(actor: Actor, search: Search) {
  const { within } = rangeOf('s', search, null, 1)
  const { user_id, words } = search
  const isTheirs = user_id ? sql`s.user_id = ${user_id}` : sql`true`
  const isNamed =
    words && !words.meansStock
      ? sql`(s.user_id = any (${[...words.people]}::uuid[]) or exists (
          select from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = s.id and m.product_id = any (${[...words.subjects]}::uuid[])))`
      : sql`true`
  return sql`
    select s.recorded_at, 's' || s.id, s.user_id, 'UPDATE', 'stock',
      case when e.units = 0 then 'Stock moved' else 'Stock ' || case when e.units > 0 then '+' else '' end || trim_scale(e.units) end,
      case when e.products = 1 then (select p.name from products p where p.org_id = ${actor.org_id} and p.id = e.product_id)
        else e.products || ' products' end,
      s.id::text, null::jsonb, null::jsonb
    from stock_postings s
    cross join lateral (
      select count(distinct m.product_id) as products, (array_agg(m.product_id))[1] as product_id,
        sum(m.quantity * ((m.to_account in ('available', 'reserved'))::integer - (m.from_account in ('available', 'reserved'))::integer)) as units
      from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = s.id
    ) e
    where s.org_id = ${actor.org_id} and ${within} and ${isTheirs} and ${isNamed} and e.products > 0`
}

const actionWords: Record<string, string> = {
  INSERT: 'Created',
  UPDATE: 'Updated',
  DELETE: 'Deleted',
  EXPORT: 'Exported',
  SHARE: 'Shared',
}

function cellsOf(entry: FileEntry): FileRow {
  const { at, username, email, action, table_name, item_name, summary, old_values, new_values, record_id } = entry
  const changes = changesOf(old_values ?? {}, new_values ?? {}, new Map())
  const side = (end: 'before' | 'after') =>
    changes
      .filter((change) => change[end] !== null)
      .map((change) => `${change.field.replaceAll('_', ' ')}: ${String(change[end])}`)
      .join('; ') || null
  return [
    at,
    username,
    email,
    actionWords[action] ?? action,
    table_name.replaceAll('_', ' '),
    item_name,
    summary,
    side('before'),
    side('after'),
    record_id,
  ]
}
