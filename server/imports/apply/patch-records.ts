import { sql } from 'kysely'
import type { ImportKind } from '../../../contract/imports.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'

/** The tables whose records an import changes, and the columns it may change there. A product's minimum is the ledger's. */
export const changedTables = {
  product: {
    table: 'products',
    columns: ['name', 'description', 'category_id', 'price', 'cost_price', 'image', 'location', 'quantity_decimals'],
  },
  category: { table: 'categories', columns: ['description', 'color'] },
  supplier: {
    table: 'suppliers',
    columns: ['email', 'phone', 'address', 'contact_person', 'tax_id', 'payment_terms', 'notes', 'status'],
  },
  location: { table: 'locations', columns: ['description', 'address', 'contact_person', 'phone', 'email'] },
} as const satisfies Record<ImportKind, { table: string; columns: readonly string[] }>

/** What some columns of a record are to hold; the others are left alone. */
export type Patch = { id: string; values: Record<string, unknown> }

/** Writes patches to records of one kind, each as one edit of the record (one version, one row of the audit trail). */
export async function applyPatches(tx: Tx, actor: Actor, kind: ImportKind, patches: readonly Patch[]): Promise<void> {
  if (patches.length === 0) return
  const { table, columns } = changedTables[kind]
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(columns.map((column) => sql.ref(`patched.${column}`)))
  await tx.run(sql`
    update ${sql.table(table)} r
    set (${names}) = (select ${values} from jsonb_populate_record(r, n.values) as patched),
      version = r.version + 1, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) as n (id uuid, values jsonb)
    where r.org_id = ${actor.org_id} and r.id = n.id`)
}
