import type { ImportKind } from '../../../contract/import-fields.ts'
import type { ImportCounts } from '../../../contract/import-preview.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { postMany, userReference } from '../../../ledger/post-stock.ts'
import { setMinimums } from '../../../ledger/products.ts'
import { sql } from '../../platform/sql.ts'
import type { PlannedChange } from '../plan/changes.ts'
import { inChunks } from './in-chunks.ts'
import type { Plan } from '../plan/plan.ts'
import { resultOf } from '../plan/preview.ts'
import { newPosting, type PlannedPosting } from '../plan/stock.ts'
import { reportProgress } from './progress.ts'
import { applyPatches } from './patch-records.ts'
import { insertLocations, insertRecords } from './insert-records.ts'
import { patchOf, writeAdded, writeChanged } from './write-products.ts'

type ImportedFile = { id: string; file_name: string; size_bytes: number; counts: ImportCounts | null } | null

/**
 * Writes a plan without problems, in sets of `limits.importChunk`: categories, suppliers and locations, products with
 * their ledger data, then one posting per product, and a record of what the import did (so that it can be undone).
 * Postings run in the order of their products' ids, the order in which the kernel takes its locks; minimums come last.
 */
export async function applyPlan(tx: Tx, actor: Actor, plan: Plan, file: ImportedFile): Promise<void> {
  await insertImport(tx, actor, plan, file)
  await insertRecords(tx, actor, 'category', plan.categories)
  await insertRecords(tx, actor, 'supplier', plan.suppliers)
  await insertLocations(tx, actor, plan.locations)
  for (const kind of ['category', 'supplier', 'location'] as const)
    await applyPatches(tx, actor, kind, plan.changes.filter((change) => change.kind === kind).flatMap(patchOf))
  await writeProducts(tx, actor, plan)
  await recordAdded(tx, actor, plan)
  await recordChanges(tx, actor, plan)
  await postPlannedStock(tx, actor, plan, file)
  await Promise.all([
    reportProgress(tx, actor, plan.id, { phase: 'finishing', done: 0, total: 0 }),
    writeMinimums(tx, actor, plan),
  ])
  await insertDrafts(tx, actor, plan, file)
  await insertImportedRows(tx, actor, plan)
}

async function writeProducts(tx: Tx, actor: Actor, { id, products: { added, updates } }: Plan): Promise<void> {
  const changed = updates.flatMap((product) => (product.change ? [{ ...product, change: product.change }] : []))
  const total = added.length + changed.length
  await inChunks(tx, actor.org_id, added, async (chunk, done) => {
    await Promise.all([reportProgress(tx, actor, id, { phase: 'products', done, total }), writeAdded(tx, actor, chunk)])
  })
  await inChunks(tx, actor.org_id, changed, async (chunk, done) => {
    await Promise.all([
      reportProgress(tx, actor, id, { phase: 'products', done: added.length + done, total }),
      writeChanged(tx, actor, chunk),
    ])
  })
}

async function postPlannedStock(tx: Tx, actor: Actor, plan: Plan, file: ImportedFile): Promise<void> {
  const postings = plan.stock.postings.toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))
  await inChunks(tx, actor.org_id, postings, async (chunk, done) => {
    const origin = { import_id: plan.id, file_name: file?.file_name ?? null }
    await Promise.all([
      reportProgress(tx, actor, plan.id, { phase: 'stock', done, total: postings.length }),
      postMany(
        tx,
        actor,
        chunk.map((posting) => newPosting(posting, origin)),
      ),
    ])
    await insertPostings(tx, actor, plan.id, chunk)
  })
}

/** A restored product already has totals, like an existing one; a new one got its minimum with them. */
async function writeMinimums(tx: Tx, actor: Actor, { products: { added, updates } }: Plan): Promise<void> {
  const restored = added.filter(({ restores }) => restores)
  const changed = updates.filter(({ change }) => change?.fields.some(({ field }) => field === 'min_stock_level'))
  const minimums = [
    ...restored.map(({ id, fields }) => ({ product_id: id, minimum: fields.min_stock_level })),
    ...changed.map(({ id, minimum }) => ({ product_id: id, minimum })),
  ]
  if (minimums.length > 0) await setMinimums(tx, actor, minimums)
}

async function insertImport(tx: Tx, actor: Actor, plan: Plan, file: ImportedFile): Promise<void> {
  const { products, changes } = resultOf(plan)
  const checked = file?.counts ? JSON.stringify(file.counts) : null
  await tx.run(sql`
    insert into imports (org_id, id, user_id, user_reference, file_name, size_bytes, import_file_id, counts, checked_counts,
      notices, products, changes, layouts)
    values (${actor.org_id}, ${plan.id}, ${actor.user_id}, ${userReference(actor)}, ${file?.file_name ?? null},
      ${file?.size_bytes ?? null}, ${file?.id ?? null}, ${JSON.stringify(plan.counts)}::jsonb, ${checked}::jsonb,
      ${JSON.stringify(plan.notices)}::jsonb, ${JSON.stringify(products)}::jsonb, ${JSON.stringify(changes)}::jsonb,
      ${plan.layouts.length > 0 ? JSON.stringify(plan.layouts) : null}::jsonb)`)
}

async function recordAdded(tx: Tx, actor: Actor, plan: Plan): Promise<void> {
  const of = (kind: ImportKind, records: { id: string }[]) => records.map(({ id }) => ({ kind, id }))
  const made = [
    ...of('product', plan.products.added),
    ...of('category', plan.categories),
    ...of('supplier', plan.suppliers),
    ...of('location', plan.locations),
  ]
  await tx.run(sql`
    insert into import_records (org_id, import_id, kind, record_id, record_version)
    select ${actor.org_id}, ${plan.id}, n.kind, n.id, (
      select l.version from locations l where n.kind = 'location' and l.org_id = ${actor.org_id} and l.id = n.id)
    from unnest(${made.map(({ kind }) => kind)}::text[], ${made.map(({ id }) => id)}::uuid[]) as n (kind, id)`)
}

/** Every field with its old and new value, so that an undo knows which ones weren't changed since. */
async function recordChanges(tx: Tx, actor: Actor, { id, changes }: Plan): Promise<void> {
  const fields = changes.flatMap(({ kind, record_id, fields: changed }: PlannedChange) =>
    changed.flatMap(({ column }) => (column ? [{ kind, record_id, ...column }] : [])),
  )
  await inChunks(tx, actor.org_id, fields, async (chunk) => {
    await tx.run(sql`
      insert into import_changes (org_id, import_id, kind, record_id, field, before, after)
      select ${actor.org_id}, ${id}, n.kind, n.record_id, n.name, coalesce(n.before, 'null'), coalesce(n.after, 'null')
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        as n (kind text, record_id uuid, name text, before jsonb, after jsonb)`)
  })
}

async function insertPostings(tx: Tx, actor: Actor, importId: string, postings: PlannedPosting[]): Promise<void> {
  await tx.run(sql`
    insert into import_postings (org_id, import_id, posting_id, product_id)
    select ${actor.org_id}, ${importId}, n.posting_id, n.product_id
    from unnest(${postings.map(({ id }) => id)}::uuid[], ${postings.map((posting) => posting.product_id)}::uuid[])
      as n (posting_id, product_id)`)
}

/** A pending row waits under the reason `other`: the account `adjustment`, like a posted row without a reason. */
async function insertDrafts(tx: Tx, actor: Actor, plan: Plan, file: ImportedFile): Promise<void> {
  const source = file ? `Imported from ${file.file_name}` : 'Imported'
  const drafts = plan.stock.drafts.map(({ id, product_id, row }) => ({
    id,
    product_id,
    type: row.type,
    quantity: row.quantity,
    reason_code: row.type === 'adjustment' ? null : 'other',
    notes: row.notes ?? `${source}, row ${row.row.row}`,
  }))
  await tx.run(sql`
    insert into transaction_drafts (org_id, id, product_id, type, quantity, reason_code, notes, metadata, user_id, user_reference)
    select ${actor.org_id}, n.id, n.product_id, n.type, n.quantity, n.reason_code, n.notes,
      jsonb_build_object('import_id', ${plan.id}::text), ${actor.user_id}, ${userReference(actor)}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as n (id uuid, product_id uuid, type text, quantity numeric, reason_code text, notes text)`)
}

async function insertImportedRows(tx: Tx, actor: Actor, { id, stock: { imported } }: Plan): Promise<void> {
  await tx.run(sql`
    insert into import_rows (org_id, fingerprint, import_id, product_id, draft_id)
    select ${actor.org_id}, n.fingerprint, ${id}, n.product_id, n.draft_id
    from unnest(${imported.map((row) => row.fingerprint)}::bytea[], ${imported.map((row) => row.product_id)}::uuid[],
      ${imported.map((row) => row.draft_id)}::uuid[]) as n (fingerprint, product_id, draft_id)`)
}
