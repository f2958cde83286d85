import type { ImportLeftover } from '../../../contract/imports.ts'
import { importFieldLabels, importKinds, type ImportField, type ImportKind } from '../../../contract/import-fields.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { recordPrices, setMinimums } from '../../../ledger/products.ts'
import { sql, type Statement } from '../../platform/sql.ts'
import { valueText } from '../plan/conflicts.ts'
import { eachChunk } from '../apply/in-chunks.ts'
import { applyPatches } from '../apply/patch-records.ts'
import type { Value } from '../sheets/field.ts'
import { fieldInColumn, fieldOf, recordTables, uniqueFields } from '../sheets/tables.ts'

/** One field that the import changed, with its current value. */
type ChangedField = {
  record_id: string
  name: string
  sku: string | null
  field: string
  before: Value
  present: Value
  /** As people read them: a category or a supplier by its name. */
  present_text: Value
  after_text: Value
  fate: 'restorable' | 'done' | 'changed_since' | 'archived' | 'former_gone' | 'decimals_in_use' | 'taken'
}

/**
 * Restores what an import changed if the field still has the imported value. Returns the fields that were edited since
 * (they stay) or that can't be restored now. The caller holds the records' locks, and posts no more: minimums are the
 * last locks.
 */
export async function restoreFields(tx: Tx, actor: Actor, importId: string): Promise<ImportLeftover[]> {
  const stayed: ImportLeftover[] = []
  for (const kind of importKinds) {
    const fields = await changedFields(tx, actor, importId, kind)
    await writeFormerValues(
      tx,
      actor,
      kind,
      fields.filter(({ fate }) => fate === 'restorable'),
    )
    await markUndone(
      tx,
      actor,
      importId,
      kind,
      fields.filter(({ fate }) => fate === 'restorable' || fate === 'done'),
    )
    stayed.push(...fields.flatMap((field) => leftover(kind, field)))
  }
  return stayed
}

/** The columns with the id of another record. */
const recordColumns = sql`('category_id', 'supplier_id')`

/** Fields of deleted records count as done: there is nothing to restore. */
function changedFields(tx: Tx, actor: Actor, importId: string, kind: ImportKind): Promise<ChangedField[]> {
  const { org_id } = actor
  const isProduct = kind === 'product'
  const none = sql`null`
  return tx.all(sql<ChangedField>`
    with named as materialized (
      select id, name from categories where org_id = ${org_id}
      union all
      select id, name from suppliers where org_id = ${org_id})
    select c.record_id, coalesce(r.name, '') as name, ${isProduct ? sql`r.sku` : none} as sku, c.field, c.before, now.present,
      coalesce(to_jsonb(there.name), now.present) as present_text, coalesce(to_jsonb(made.name), c.after) as after_text,
      case
        when r.id is null or now.present = c.before then 'done'
        when ${isProduct ? sql`r.archived_at is not null` : sql`false`} then 'archived'
        when now.present <> c.after then 'changed_since'
        when c.field in ${recordColumns} and c.before <> 'null' and origin.id is null then 'former_gone'
        when c.field = 'quantity_decimals' and kernel.uses_finer_quantities(${org_id}, r.id, (c.before #>> '{}')::integer)
          then 'decimals_in_use'
        ${takenSince(actor, kind)}
        else 'restorable' end as fate
    from import_changes c
    left join ${sql.ref(recordTables[kind].table)} r on r.org_id = ${org_id} and r.id = c.record_id
    left join product_totals t on ${isProduct ? sql`t.org_id = ${org_id} and t.product_id = r.id` : sql`false`}
    -- The offset makes PostgreSQL convert the record to JSON once instead of at each mention.
    cross join lateral (
      select case when c.field = 'min_stock_level' then to_jsonb(t.minimum) else to_jsonb(r) -> c.field end as present
      offset 0) now
    -- Other fields contain no ids: only a case guarantees the order of evaluation.
    cross join lateral (
      select
        case when c.field in ${recordColumns} then (c.before #>> '{}')::uuid end as before_id,
        case when c.field in ${recordColumns} then (c.after #>> '{}')::uuid end as after_id,
        case when c.field in ${recordColumns} then (now.present #>> '{}')::uuid end as present_id) record
    left join named origin on origin.id = record.before_id
    left join named made on made.id = record.after_id
    left join named there on there.id = record.present_id
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

async function writeFormerValues(tx: Tx, actor: Actor, kind: ImportKind, fields: ChangedField[]): Promise<void> {
  const patches = new Map<string, Record<string, Value>>()
  for (const { record_id, field, before } of fields)
    patches.set(record_id, { ...patches.get(record_id), [field]: before })
  await eachChunk([...patches], (chunk) =>
    applyPatches(
      tx,
      actor,
      kind,
      chunk.map(([id, values]) => ({ id, values })),
    ),
  )
  if (kind !== 'product') return
  const repriced = new Set(
    fields.filter(({ field }) => fieldOf(kind, field)?.isPrice).map(({ record_id }) => record_id),
  )
  if (repriced.size > 0) await recordPrices(tx, actor, [...repriced], { source: 'imported' })
  const minimums = fields.filter(({ field }) => field === 'min_stock_level')
  if (minimums.length > 0)
    await setMinimums(
      tx,
      actor,
      minimums.map(({ record_id, before }) => ({ product_id: record_id, minimum: Number(before) })),
    )
}

async function markUndone(tx: Tx, actor: Actor, importId: string, kind: ImportKind, fields: ChangedField[]) {
  await tx.run(sql`
    update import_changes c set taken_back_at = clock_timestamp()
    from unnest(${fields.map(({ record_id }) => record_id)}::uuid[], ${fields.map(({ field }) => field)}::text[])
      as n (record_id, field)
    where c.org_id = ${actor.org_id} and c.import_id = ${importId} and c.kind = ${kind}
      and c.record_id = n.record_id and c.field = n.field`)
}

function leftover(kind: ImportKind, changed: ChangedField): ImportLeftover[] {
  const { record_id, sku, name, fate } = changed
  if (fate === 'restorable' || fate === 'done') return []
  const field = fieldInColumn(kind, changed.field)
  const message = sentence(kind, field, changed, fate)
  return [{ kind, record_id, sku, name, field, location: null, needed: null, available: null, message }]
}

function sentence(
  kind: ImportKind,
  field: ImportField,
  { present_text, after_text }: ChangedField,
  fate: Exclude<ChangedField['fate'], 'restorable' | 'done'>,
): string {
  const label = importFieldLabels[field]
  if (fate === 'archived') return `${label} not restored: the product is archived`
  if (fate === 'former_gone') return `${label} not restored: the previous ${label.toLowerCase()} was deleted`
  if (fate === 'taken') return `${label} not restored: another product has this value now`
  if (fate === 'decimals_in_use') return `${label} not restored: smaller quantities have since been used`
  return `${label} has changed since: it’s now ${valueText(kind, field, present_text)}, and the import set it to ${valueText(kind, field, after_text)}`
}
