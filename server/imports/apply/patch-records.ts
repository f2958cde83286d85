import type { ImportKind } from '../../../contract/import-fields.ts'
import { changeableColumns, recordTables } from '../sheets/tables.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'

/** The new values of some columns of a record; the others stay unchanged. */
export type Patch = { id: string; values: Record<string, unknown> }

/** Writes patches to records of one kind, each as one edit of the record (one version, one row of the audit trail). */
export async function applyPatches(tx: Tx, actor: Actor, kind: ImportKind, patches: readonly Patch[]): Promise<void> {
  if (patches.length === 0) return
  // The ledger's data has no column: changing only that is still an edit of the record.
  const columns = changeableColumns(kind)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(columns.map((column) => sql.ref(`patched.${column}`)))
  await tx.run(sql`
    update ${sql.ref(recordTables[kind].table)} r
    set (${names}) = (select ${values} from jsonb_populate_record(r, n.values) as patched),
      version = r.version + 1, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) as n (id uuid, values jsonb)
    where r.org_id = ${actor.org_id} and r.id = n.id`)
}
