import type { ImportKind } from '../../../contract/import-fields.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql, type Statement } from '../../platform/sql.ts'
import type { Value } from '../sheets/field.ts'
import { recordTables, uniqueFields } from '../sheets/tables.ts'

/** What undoing does to a changed field: restores it, has nothing to restore, or can't restore it. */
export type Outcome =
  | 'restorable'
  | 'already_restored'
  | 'changed_since'
  | 'archived'
  | 'former_deleted'
  | 'decimals_in_use'
  | 'taken'

/** One field that the import changed, with its current value. */
export type ChangedField = {
  record_id: string
  name: string
  sku: string | null
  field: string
  before: Value
  /** As people read them: a category or a supplier by its name. */
  present_text: Value
  imported_text: Value
  outcome: Outcome
}

/** The columns with the id of another record. */
const recordColumns = sql`('category_id', 'supplier_id')`

/** Fields of deleted records count as restored: there is nothing to restore. */
export function readChangedFields(tx: Tx, actor: Actor, importId: string, kind: ImportKind): Promise<ChangedField[]> {
  const { org_id } = actor
  const isProduct = kind === 'product'
  return tx.all(sql<ChangedField>`
    with named as materialized (
      select id, name from categories where org_id = ${org_id}
      union all
      select id, name from suppliers where org_id = ${org_id})
    select c.record_id, coalesce(r.name, '') as name, ${isProduct ? sql`r.sku` : sql`null`} as sku, c.field, c.before,
      coalesce(to_jsonb(present_record.name), present.value) as present_text,
      coalesce(to_jsonb(imported_record.name), c.after) as imported_text,
      case
        when r.id is null or present.value = c.before then 'already_restored'
        when ${isProduct ? sql`r.archived_at is not null` : sql`false`} then 'archived'
        when present.value <> c.after then 'changed_since'
        when c.field in ${recordColumns} and c.before <> 'null' and former_record.id is null then 'former_deleted'
        when c.field = 'quantity_decimals' and kernel.uses_finer_quantities(${org_id}, r.id, (c.before #>> '{}')::integer)
          then 'decimals_in_use'
        ${takenSince(actor, kind)}
        else 'restorable' end as outcome
    from import_changes c
    left join ${sql.ref(recordTables[kind].table)} r on r.org_id = ${org_id} and r.id = c.record_id
    left join product_totals t on ${isProduct ? sql`t.org_id = ${org_id} and t.product_id = r.id` : sql`false`}
    -- The offset makes PostgreSQL convert the record to JSON once instead of at each mention.
    cross join lateral (
      select case when c.field = 'min_stock_level' then to_jsonb(t.minimum) else to_jsonb(r) -> c.field end as value
      offset 0) present
    -- Other fields contain no ids: only a case guarantees the order of evaluation.
    cross join lateral (
      select
        case when c.field in ${recordColumns} then (c.before #>> '{}')::uuid end as former_id,
        case when c.field in ${recordColumns} then (c.after #>> '{}')::uuid end as imported_id,
        case when c.field in ${recordColumns} then (present.value #>> '{}')::uuid end as present_id) record
    left join named former_record on former_record.id = record.former_id
    left join named imported_record on imported_record.id = record.imported_id
    left join named present_record on present_record.id = record.present_id
    where c.org_id = ${org_id} and c.import_id = ${importId} and c.kind = ${kind} and c.taken_back_at is null
    order by c.record_id, c.field`)
}

/** A unique value that another record has by now. */
function takenSince({ org_id }: Actor, kind: ImportKind): Statement<unknown> {
  const cases = uniqueFields(kind).map(
    ({ column }) => sql`
        when c.field = ${column} and exists (
          select from ${sql.ref(recordTables[kind].table)} o
          where o.org_id = ${org_id} and ${sql.ref(`o.${column}`)} = c.before #>> '{}' and o.id <> c.record_id) then 'taken'`,
  )
  return cases.length === 0 ? sql`` : sql.join(cases, sql` `)
}
