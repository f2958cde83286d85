import { importKinds, type ImportKind } from '../../../contract/import-fields.ts'
import type { ImportLeftover } from '../../../contract/imports.ts'
import { recordPrices, setMinimums } from '../../../ledger/products.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { currencyOf } from '../../organizations/currency.ts'
import { sql } from '../../platform/sql.ts'
import { eachChunk } from '../apply/in-chunks.ts'
import { applyPatches } from '../apply/patch-records.ts'
import type { Value } from '../sheets/field.ts'
import { fieldInColumn, fieldOf } from '../sheets/tables.ts'
import { readChangedFields, type ChangedField } from './changed-fields.ts'
import { notRestoredText } from './not-restored-text.ts'

/**
 * Restores what an import changed if the field still has the imported value. Returns the fields that were edited since
 * (they stay) or that can't be restored now. The caller holds the records' locks, and posts no more: minimums are the
 * last locks.
 */
export async function restoreFields(tx: Tx, actor: Actor, importId: string): Promise<ImportLeftover[]> {
  const leftovers: ImportLeftover[] = []
  const currency = await currencyOf(tx, actor)
  for (const kind of importKinds) {
    const restorable: ChangedField[] = []
    const undone: ChangedField[] = []
    for (const changed of await readChangedFields(tx, actor, importId, kind)) {
      const { outcome } = changed
      if (outcome === 'restorable') restorable.push(changed)
      if (outcome === 'restorable' || outcome === 'already_restored') undone.push(changed)
      else leftovers.push(leftoverOf(kind, changed, notRestoredText(kind, outcome, changed, currency)))
    }
    await writeFormerValues(tx, actor, kind, restorable)
    if (kind === 'product') {
      await restorePrices(tx, actor, restorable)
      await restoreMinimums(tx, actor, restorable)
    }
    await markUndone(tx, actor, importId, kind, undone)
  }
  return leftovers
}

async function writeFormerValues(tx: Tx, actor: Actor, kind: ImportKind, fields: readonly ChangedField[]) {
  const patches = new Map<string, Record<string, Value>>()
  for (const { record_id, field, before } of fields)
    patches.set(record_id, { ...patches.get(record_id), [field]: before })
  const records = [...patches].map(([id, values]) => ({ id, values }))
  await eachChunk(records, (chunk) => applyPatches(tx, actor, kind, chunk))
}

async function restorePrices(tx: Tx, actor: Actor, fields: readonly ChangedField[]) {
  const prices = fields.filter(({ field }) => fieldOf('product', field)?.isPrice)
  const product_ids = new Set(prices.map(({ record_id }) => record_id))
  if (product_ids.size > 0) await recordPrices(tx, actor, [...product_ids], { source: 'imported' })
}

async function restoreMinimums(tx: Tx, actor: Actor, fields: readonly ChangedField[]) {
  const minimums = fields
    .filter(({ field }) => field === 'min_stock_level')
    .map(({ record_id, before }) => ({ product_id: record_id, minimum: Number(before) }))
  if (minimums.length > 0) await setMinimums(tx, actor, minimums)
}

async function markUndone(
  tx: Tx,
  actor: Actor,
  importId: string,
  kind: ImportKind,
  fields: readonly ChangedField[],
): Promise<void> {
  await tx.run(sql`
    update import_changes c set taken_back_at = clock_timestamp()
    from unnest(${fields.map(({ record_id }) => record_id)}::uuid[], ${fields.map(({ field }) => field)}::text[])
      as n (record_id, field)
    where c.org_id = ${actor.org_id} and c.import_id = ${importId} and c.kind = ${kind}
      and c.record_id = n.record_id and c.field = n.field`)
}

function leftoverOf(kind: ImportKind, { record_id, sku, name, field }: ChangedField, message: string): ImportLeftover {
  const column = fieldInColumn(kind, field)
  return { kind, record_id, sku, name, field: column, location: null, needed: null, available: null, message }
}
