import type { Activity } from '../../contract/dashboard.ts'
import type { Tx } from '../platform/db.ts'
import { may, type Actor } from '../platform/endpoint.ts'
import { hiddenTables } from '../audit-trail/readable-tables.ts'
import { sql } from '../platform/sql.ts'
import { changedFields, nameOf } from './changed-fields.ts'
import { silentFields } from '../audit-trail/silent-fields.ts'

/** How far back to look for the newest changes: an import writes thousands of rows that are one line here. */
export const windowRows = 2_000

/** This many rows almost always contain the newest lines: reading 2,000 takes ten times as long. */
const nearRows = 200

/** Tables whose changes are part of another line: their order's, or the stock they moved. */
const partsOfOthers = [
  'location_transfers',
  'transaction_drafts',
  'purchase_order_items',
  'purchase_order_payments',
  'supplier_responses',
  'supplier_response_items',
  'sales_order_questions',
  'receipts',
  'sales_order_items',
  'payments',
  'sales_returns',
]
/** Documents of an order. Creating one also changes the order. */
const documentsOfOrders = ['receipts', 'shipments', 'sales_returns']

type ChangeRow = {
  id: number
  action: 'INSERT' | 'UPDATE' | 'DELETE'
  table_name: string
  records: number
  lines_changed: boolean
  old_values: Record<string, unknown> | null
  new_values: Record<string, unknown> | null
  /** A record's display name if its own row doesn't contain it. */
  looked_up_name: string | null
  created_at: string
  /** Whether every row of its transaction was among those read. */
  whole: boolean
}

const kinds = { INSERT: 'added', UPDATE: 'updated', DELETE: 'deleted' } as const

/** The newest lines of the audit trail: from few rows if these contain enough complete steps, else from many. */
export async function changedRecords(tx: Tx, actor: Actor, limit: number): Promise<Activity[]> {
  // Only members who may change other members' locations can see them.
  const silent = may(actor, 'members.write') ? silentFields : [...silentFields, 'location_ids']
  const near = await changedRows(tx, actor, limit, nearRows, silent)
  const isEnough = near.length === limit && near.every(({ whole }) => whole)
  const rows = isEnough ? near : await changedRows(tx, actor, limit, windowRows, silent)
  return rows.map((row) => lineOf(row, silent))
}

/**
 * The audit trail, with what one step did to many records of a table as one line. Leaves out what imports did (separate
 * lines), what signing up creates automatically, and updates that only follow from another line.
 */
// oxlint-disable-next-line max-lines-per-function -- one statement, a part for each table
function changedRows(tx: Tx, actor: Actor, limit: number, look: number, silent: string[]): Promise<ChangeRow[]> {
  return tx.all(sql<ChangeRow>`
    with newest as (
      -- A transaction is one step, except a sample company's, which spans six weeks: there, each day is one.
      select id, action, table_name, transaction_id, created_at, created_at::date as day,
        -- The location that stops being the default, and the shipment whose units left: the other half reports it.
        coalesce(case table_name
          when 'locations' then (old_values ->> 'is_default')::boolean and not (new_values ->> 'is_default')::boolean
          when 'shipments' then action = 'UPDATE' and old_values ->> 'status' = 'pending'
            and new_values ->> 'status' in ('in_transit', 'delivered')
        end, false) as follows,
        coalesce(table_name in ('sales_order_items', 'purchase_order_items') and (action <> 'UPDATE'
          or (old_values -> 'product_id', old_values -> 'quantity', old_values -> 'unit_price')
            <> (new_values -> 'product_id', new_values -> 'quantity', new_values -> 'unit_price')), false) as line_changed
      from audit_trail
      where org_id = ${actor.org_id} and action in ('INSERT', 'UPDATE', 'DELETE')
      order by created_at desc, id desc
      limit ${sql.lit(look)}
    ), marked as (
      select *,
        bool_or(action = 'INSERT') over (partition by transaction_id, day, table_name) as makes_record,
        bool_or(action = 'INSERT' and table_name = any (${documentsOfOrders})) over step as makes_document,
        bool_or(action = 'INSERT' and table_name = 'organizations') over step as signs_up,
        bool_or(action = 'INSERT' and table_name = 'members') over step as joins,
        bool_or(line_changed) over step as lines_changed
      from newest
      window step as (partition by transaction_id, day)
    ), steps as (
      select max(id) as id, action, table_name, transaction_id, count(*) as records, max(created_at) as created_at,
        table_name in ('sales_orders', 'purchase_orders') and bool_or(lines_changed) as lines_changed
      from marked
      where not follows and not signs_up and table_name <> all (${[...partsOfOthers, ...hiddenTables(actor)]})
        -- Changes to a record while it, or a document of its order, is created are part of the creation. Joining
        -- accepts an invitation and creates the member's settings.
        and not (joins and table_name in ('invitations', 'member_settings'))
        and not (action = 'UPDATE' and (makes_record or makes_document and table_name in ('sales_orders', 'purchase_orders')))
      group by transaction_id, day, action, table_name
      order by max(created_at) desc
    )
    select s.id, s.action, s.table_name, s.records, s.lines_changed, s.created_at, a.old_values, a.new_values,
      case s.table_name
        when 'stock_rules' then (
          select p.name || ', ' || l.name from products p, locations l
          where p.org_id = ${actor.org_id} and p.id = (a.values ->> 'product_id')::uuid
            and l.org_id = ${actor.org_id} and l.id = (a.values ->> 'location_id')::uuid)
        when 'price_updates' then (
          select name from products where org_id = ${actor.org_id} and id = (a.values ->> 'product_id')::uuid)
        when 'lots' then (
          select p.name || ', lot ' || (a.values ->> 'lot_number') from products p
          where p.org_id = ${actor.org_id} and p.id = (a.values ->> 'product_id')::uuid)
        when 'shipments' then (
          select order_number || ', shipment ' || (a.values ->> 'shipment_no') from sales_orders
          where org_id = ${actor.org_id} and id = (a.values ->> 'sales_order_id')::uuid)
        when 'invitations' then (
          select email from invitations where org_id = ${actor.org_id} and id = (a.values ->> 'id')::uuid)
        when 'members' then (
          select email from auth.users where id = (a.values ->> 'user_id')::uuid)
      end as looked_up_name,
      (select count(*) from newest n where n.transaction_id = s.transaction_id)
        = (select count(*) from (
            select from audit_trail where org_id = ${actor.org_id} and transaction_id = s.transaction_id
              and action in ('INSERT', 'UPDATE', 'DELETE') limit ${sql.lit(look)} + 1) seen) as whole
    from steps s
    -- The offset makes PostgreSQL look up each step's row in the order of the steps, until there are enough lines.
    cross join lateral (
      select old_values, new_values, coalesce(new_values, old_values) as values from audit_trail
      where org_id = ${actor.org_id} and id = s.id
        and (action <> 'UPDATE' or s.lines_changed or old_values - ${silent}::text[] <> new_values - ${silent}::text[])
        and not exists (select from imports i where i.org_id = ${actor.org_id} and i.transaction_id = s.transaction_id)
        and not exists (select from imports i where i.org_id = ${actor.org_id} and i.undo_transaction_id = s.transaction_id)
      offset 0
    ) a
    order by s.created_at desc
    limit ${sql.lit(limit)}`)
}

function lineOf(row: ChangeRow, silent: readonly string[]): Activity {
  const { id, action, table_name, records, lines_changed, old_values, new_values, looked_up_name, created_at } = row
  const changed = old_values && new_values ? changedFields(table_name, old_values, new_values, lines_changed) : []
  return {
    ...blank,
    id: `audit:${id}`,
    kind: kinds[action] ?? 'modified',
    table_name,
    records,
    name: looked_up_name ?? nameOf(new_values ?? old_values ?? {}),
    fields: changed.filter(({ name }) => !silent.includes(name)),
    record_id: records === 1 && new_values && typeof new_values['id'] === 'string' ? new_values['id'] : null,
    created_at,
  }
}

/** The columns that only stock lines fill. */
export const blank = {
  type: null,
  units: null,
  held: null,
  to_location_name: null,
  document: null,
  record_id: null,
} as const
