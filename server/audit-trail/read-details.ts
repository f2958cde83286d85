import type { Currency } from '../../contract/currencies.ts'
import { noVisibleChange, summaryText } from '../../contract/audit-kinds.ts'
import type { AuditAction, AuditEntry } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import { formatMoney } from '../../contract/money.ts'
import { recordTypes } from '../../contract/records.ts'
import { currencyOf } from '../organizations/currency.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { changesOf, type Values } from './changes.ts'
import type { Subject } from './find-history.ts'
import type { FoundRow } from './trail-order.ts'
import { hiddenFields } from './readable-tables.ts'
import { readNames } from './read-names.ts'
import { personColumns, personOf, type Person } from './row-author.ts'
import { readPostings } from './read-postings.ts'
import { stockEntryOf } from './stock-entry.ts'

type AuditRow = Pick<
  AuditEntry,
  'created_at' | 'table_name' | 'record_id' | 'save' | 'user_id' | 'item_name' | 'category' | 'category_color'
> &
  Person & {
    key: string
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

/** The names that the people of audit row `r` had at that time: rows contain only their ids. */
export const personName = ({ org_id }: Actor) => sql`case
  when r.table_name in ('members', 'member_settings') then (
    select p.username from audit_people p where p.org_id = ${org_id} and p.user_id = r.record_id
    order by p.valid_from <= r.created_at desc, case when p.valid_from <= r.created_at then p.valid_from end desc nulls last, p.valid_from
    limit 1)
  when r.table_name = 'invitations' then (
    select i.email from invitations i where i.org_id = ${org_id} and i.id = r.record_id) end`

/**
 * The page's details of the found rows, in their order. In the history of a product or location: only what changed
 * there.
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
  const [names, currency] = await Promise.all([
    readNames(
      (query) => tx.all(query),
      actor,
      audit.flatMap(({ old_values, new_values }) => [old_values, new_values]),
    ),
    currencyOf(tx, actor),
  ])
  const entries = new Map<string, AuditEntry>([
    ...audit.map(
      (row) => [row.key, entryOf(row, { names, currency, hidden: hiddenFields(actor, row.table_name) })] as const,
    ),
    ...stock.map((row) => [row.key, stockEntryOf(row)] as const),
  ])
  return rows.flatMap(({ key }) => entries.get(key) ?? [])
}

async function readAuditRows(tx: Tx, actor: Actor, ids: readonly string[]): Promise<AuditRow[]> {
  if (ids.length === 0) return []
  return tx.all(sql<AuditRow>`
    select 'a' || r.id as key, r.created_at, r.table_name, r.record_id, r.action, r.user_id, ${personColumns}, r.subject_id, r.summary,
      coalesce(r.item_name, ${personName(actor)}) as item_name,
      (r.transaction_id::text::numeric % 4294967296)::text as save, c.name as category, c.color as category_color,
      r.old_values, r.new_values
    from audit_trail r
    left join categories c on r.table_name = 'products' and c.org_id = ${actor.org_id}
      and c.id = (coalesce(r.new_values, r.old_values) ->> 'category_id')::uuid
    ${personOf(actor, 'r.created_at')}
    where r.org_id = ${actor.org_id} and r.id = any (${[...ids]}::bigint[])`)
}

type Around = Readonly<{ names: ReadonlyMap<string, string>; currency: Currency; hidden: readonly string[] }>

function entryOf(row: AuditRow, { names, currency, hidden }: Around): AuditEntry {
  const { key, old_values, new_values, action, summary, ...rest } = row
  const at = ruleLocation(row.table_name, new_values, names)
  const changes = changesOf(old_values ?? {}, new_values ?? {}, names, hidden).map((change) => ({ ...change, of: at }))
  const listed = changes.slice(0, limits.auditChangesListed)
  const values = new_values ?? old_values ?? {}
  return {
    ...rest,
    id: `audit:${key.slice(1)}`,
    action: actions[action] ?? 'updated',
    summary: withLocation(summaryText(row.table_name, action, summary ?? noVisibleChange), at),
    part: partOf(row.table_name, values, { names, currency }),
    commented:
      row.table_name === 'comments' ? (recordTypes.find((one) => one === values['record_type']) ?? null) : null,
    changes: listed,
    more_changes: changes.length - listed.length,
    stock: null,
  }
}

/** The location whose minimum or maximum of a product a row changed: few stored summaries, so none names it. */
export function ruleLocation(table: string, values: Values | null, names: ReadonlyMap<string, string>): string | null {
  return table === 'stock_rules' ? (names.get(String(values?.['location_id'])) ?? 'a deleted location') : null
}

/** "Updated min stock level at Main Warehouse". */
export function withLocation(summary: string, location: string | null): string {
  return location === null ? summary : `${summary} at ${location}`
}

/** The part of its record that a row is about, if several such parts appear on the same page. */
function partOf(table: string, values: Values, { names, currency }: Pick<Around, 'names' | 'currency'>): string | null {
  const value = (field: string) => values[field] ?? null
  switch (table) {
    case 'sales_order_items':
    case 'purchase_order_items':
    case 'location_transfers':
      return names.get(String(value('product_id'))) ?? 'Deleted product'
    case 'supplier_response_items':
      return String(value('product_name'))
    case 'payments':
    case 'purchase_order_payments': {
      const amount = Number(value('amount'))
      return amount < 0 ? `Refund of ${formatMoney(-amount, currency)}` : formatMoney(amount, currency)
    }
    case 'receipts':
      return `Receipt ${value('receipt_no')}`
    case 'lots':
      return `Lot ${value('lot_number')}`
    case 'shipments':
      return `Shipment ${value('shipment_no')}`
    case 'sales_returns':
      return `Return ${value('return_no')}`
    default:
      return null
  }
}
