import { sql } from 'kysely'
import type { Activity } from '../../contract/dashboard.ts'
import { transactionTypes, type TransactionType } from '../../contract/transactions.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { movementsOfTypes } from '../stock/movements-of-types.ts'

/** How far back the newest changes are looked for: an import writes thousands of rows that are one line here. */
const windowRows = 2_000

/** The newest things people did, newest first: changed records, imports and stock entries, each as one line. */
export async function recentActivity(tx: Tx, actor: Actor, limit: number): Promise<Activity[]> {
  const lists = await Promise.all([
    changedRecords(tx, actor, limit),
    imports(tx, actor, limit),
    stockEntries(tx, actor, limit),
  ])
  return lists
    .flat()
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, limit)
}

/** Tables whose changes are told by another line: of the order they belong to, or of the stock they moved. */
const partsOfOthers = [
  'location_transfers',
  'purchase_order_items',
  'purchase_order_payments',
  'receipts',
  'sales_order_items',
  'payments',
  'shipments',
  'sales_returns',
]

type ChangeRow = {
  id: number
  action: 'INSERT' | 'UPDATE' | 'DELETE'
  table_name: string
  records: number
  old_values: Record<string, unknown> | null
  new_values: Record<string, unknown> | null
  created_at: string
}

const kinds = { INSERT: 'added', UPDATE: 'updated', DELETE: 'deleted' } as const

/**
 * The audit trail, with what one step did to many records of a table as one line. What imports did stands under the import, a transfer
 * under its stock, and what signing up makes by itself nobody did. */
async function changedRecords(tx: Tx, actor: Actor, limit: number): Promise<Activity[]> {
  const rows = await tx.all(sql<ChangeRow>`
    with newest as (
      select id, action, table_name, transaction_id, created_at from audit_trail
      where org_id = ${actor.org_id}
      order by created_at desc, id desc
      limit ${windowRows}
    ), steps as (
      select max(id) as id, action, table_name, count(*) as records, max(created_at) as created_at
      from newest
      where not exists (
        select from imports i
        where i.org_id = ${actor.org_id} and newest.transaction_id in (i.transaction_id, i.undo_transaction_id))
        and table_name <> all (${partsOfOthers})
        -- What a document's making computes of it is part of its making.
        and not (action = 'UPDATE' and exists (
          select from newest made
          where made.action = 'INSERT' and made.transaction_id = newest.transaction_id and made.table_name = newest.table_name))
        and transaction_id not in (
          select transaction_id from newest where table_name = 'organizations' and action = 'INSERT')
      group by transaction_id, action, table_name
      order by max(created_at) desc
      limit ${limit})
    select s.id, s.action, s.table_name, s.records, s.created_at, a.old_values, a.new_values
    from steps s
    join audit_trail a on a.org_id = ${actor.org_id} and a.id = s.id`)
  return rows.map(({ id, action, table_name, records, old_values, new_values, created_at }) => ({
    ...blank,
    id: `audit:${id}`,
    kind: kinds[action] ?? 'modified',
    table_name,
    records,
    name: records === 1 ? nameOf(new_values ?? old_values ?? {}) : null,
    fields: records === 1 && old_values && new_values ? changedFields(old_values, new_values) : [],
    product_id:
      table_name === 'products' && records === 1 && action !== 'DELETE' ? String((new_values ?? {})['id']) : null,
    created_at,
  }))
}

const blank = { type: null, units: null, held: null, to_location_name: null, product_id: null } as const

function nameOf(values: Record<string, unknown>): string | null {
  const name = values['name'] ?? values['company_name'] ?? values['order_number'] ?? values['email']
  return typeof name === 'string' && name !== '' ? name : null
}

const silentFields = new Set([
  'version',
  'updated_at',
  'name_sort',
  'sku_sort',
  'price_sort',
  'search_text',
  'image_file',
  'expected_sort',
  'total_sort',
  'line_count',
  'open_lines',
  'partial_lines',
  'received_lines',
])

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter(
    (field) => !silentFields.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
}

async function imports(tx: Tx, actor: Actor, limit: number): Promise<Activity[]> {
  const rows = await tx.all(sql<{
    id: string
    file_name: string | null
    products: number
    units: number
    created_at: string
    undone_at: string | null
  }>`
    select id, file_name, (counts -> 'products' ->> 'rows')::int as products, (counts -> 'units' ->> 'change')::numeric as units, created_at, undone_at
    from imports where org_id = ${actor.org_id}
    order by created_at desc, id desc limit ${limit}`)
  return rows.flatMap(({ id, file_name, products, units, created_at, undone_at }) => {
    const line = { ...blank, table_name: 'imports', records: products, name: file_name, fields: [] }
    const made: Activity = { ...line, id: `import:${id}`, kind: 'imported', units, created_at }
    return undone_at === null
      ? [made]
      : [made, { ...line, id: `undo:${id}`, kind: 'import_undone', created_at: undone_at }]
  })
}

type EntryRow = {
  id: string
  type: TransactionType
  quantity: number
  on_hand_change: number
  held_change: number
  product_id: string
  product_name: string | null
  to_location_name: string | null
  created_at: string
}

/** What moves goods: a commitment only promises them. */
const movingTypes = transactionTypes.filter((type) => type !== 'commitment')

/** Stock entries made by hand or by documents, by when they were written down. Those of imports stand under the import. */
async function stockEntries(tx: Tx, actor: Actor, limit: number): Promise<Activity[]> {
  const rows = await tx.all(sql<EntryRow>`
    with newest as (
      select m.posting_id, m.entry_no, m.recorded_at from (
        select posting_id, entry_no, recorded_at, happened_at, type from ${movementsOfTypes(movingTypes, 'desc')} m
        where org_id = ${actor.org_id} and is_entry
        order by happened_at desc, posting_id desc, entry_no desc
        limit ${windowRows}
      ) m
      join stock_postings p on p.org_id = ${actor.org_id} and p.id = m.posting_id
      left join stock_postings original on original.org_id = ${actor.org_id} and original.id = p.reverses_posting_id
      where 'import' not in (p.kind, coalesce(original.kind, ''))
      order by m.recorded_at desc, m.entry_no
      limit ${limit})
    select e.id, e.type, e.quantity, e.on_hand_change, e.held_change, e.product_id, p.name as product_name,
      o.name as to_location_name, n.recorded_at as created_at
    from newest n
    join stock_entries e on e.org_id = ${actor.org_id} and e.posting_id = n.posting_id and e.entry_no = n.entry_no
    left join products p on p.org_id = ${actor.org_id} and p.id = e.product_id
    left join locations o on o.org_id = ${actor.org_id} and o.id = e.to_location_id and e.type = 'transfer'`)
  return rows.map(({ id, type, quantity, on_hand_change, held_change, product_id, product_name, ...row }) => ({
    ...row,
    id: `stock:${id}`,
    kind: 'stock',
    table_name: 'stock',
    records: 1,
    name: product_name,
    fields: [],
    type,
    // A transfer changes nothing on hand; what it moved is its quantity.
    units: type === 'transfer' ? quantity : on_hand_change,
    held: held_change,
    product_id,
  }))
}
