import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'
import type { categoryFields } from '../sheets/categories.ts'
import type { ValuesOf } from '../sheets/field.ts'
import type { locationFields } from '../sheets/locations.ts'
import type { supplierFields } from '../sheets/suppliers.ts'
import { columnsOf } from './columns-of.ts'
import { existingProducts, type ExistingProduct } from './existing-products.ts'
import { findOwners, type Owners } from './owners.ts'
import type { ReadRows } from '../read/read-rows.ts'
import { keyOf, sortKey, supplierKeys, type TransactionRow } from '../read/row-readers.ts'

export type ExistingCategory = ValuesOf<typeof categoryFields> & { id: string; name: string; color: string }

export type ExistingSupplier = ValuesOf<typeof supplierFields> & {
  id: string
  name: string
  /** How many suppliers have this name: branches of one company often share it. */
  namesakes: number
}

export type ExistingLocation = ValuesOf<typeof locationFields> & {
  id: string
  name: string
  is_active: boolean
  hidden: boolean
  is_default: boolean
}

/** An import that included rows of this file. */
export type EarlierImport = { import_id: string; file_name: string | null; created_at: string }

/**
 * An imported row that is still in effect: its import, and how much its draft has posted (0 until it is completed);
 * null if it was posted directly.
 */
export type EarlierRow = { earlier: EarlierImport; draft_change: number | null }

/** The existing records that a file's rows refer to. Names and SKUs are case-insensitive keys. */
export type Existing = {
  products: Map<string, ExistingProduct>
  owners: Owners
  categories: Map<string, ExistingCategory>
  suppliers: Map<string, ExistingSupplier>
  locations: Map<string, ExistingLocation>
  /** Fingerprints (hex) of imported transaction rows that are still in effect, with their import. */
  importedRows: Map<string, EarlierRow>
}

/** Looks up everything the rows refer to, set by set: a few queries, however many rows. */
export async function findExisting(tx: Tx, actor: Actor, rows: ReadRows, setStock: boolean): Promise<Existing> {
  const [products, owners, categories, suppliers, locations, importedRows] = await Promise.all([
    existingProducts(tx, actor, rows, setStock),
    findOwners(tx, actor, rows.products),
    tx.all(
      sql<ExistingCategory>`select r.id, ${columnsOf('category')} from categories r where r.org_id = ${actor.org_id}`,
    ),
    existingSuppliers(tx, actor, rows),
    existingLocations(tx, actor),
    earlierRows(tx, actor, rows.transactions),
  ])
  return {
    products,
    owners,
    categories: new Map(categories.map((category) => [keyOf(category.name), category])),
    suppliers,
    locations: new Map(locations.map((location) => [keyOf(location.name), location])),
    importedRows,
  }
}

async function existingSuppliers(tx: Tx, actor: Actor, rows: ReadRows): Promise<Existing['suppliers']> {
  const keys = [...rows.suppliers.map(({ key }) => key), ...supplierKeys(rows.products)]
  const found = await tx.all(sql<Omit<ExistingSupplier, 'namesakes'>>`
    select r.id, ${columnsOf('supplier')}
    from suppliers r
    where r.org_id = ${actor.org_id} and r.name_sort = any(${keys.map(sortKey)}::text[])
    order by r.created_at, r.id`)
  const suppliersByName: Existing['suppliers'] = new Map()
  for (const supplier of found) {
    const key = keyOf(supplier.name)
    const first = suppliersByName.get(key)
    suppliersByName.set(key, first ? { ...first, namesakes: first.namesakes + 1 } : { ...supplier, namesakes: 1 })
  }
  return suppliersByName
}

/** The visible locations, and those hidden by an undo; if both have one name, the visible one counts. */
function existingLocations(tx: Tx, actor: Actor): Promise<ExistingLocation[]> {
  return tx.all(sql<ExistingLocation>`
    select r.id, ${columnsOf('location')}, r.is_active, r.hidden_at is not null as hidden, r.is_default
    from locations r
    where r.org_id = ${actor.org_id} and (r.hidden_at is null or exists (
      select from import_records i
      where i.org_id = ${actor.org_id} and i.kind = 'location' and i.record_id = r.id and i.taken_back_at = r.hidden_at))
    order by r.hidden_at is null, r.created_at, r.id`)
}

async function earlierRows(tx: Tx, actor: Actor, transactions: TransactionRow[]): Promise<Existing['importedRows']> {
  const fingerprints = transactions.flatMap(({ fingerprint }) => fingerprint ?? [])
  const found = await tx.all(sql<EarlierImport & { fingerprint: Buffer; draft_change: number | null }>`
    select r.fingerprint, i.id as import_id, i.file_name, i.created_at,
      case when d.status = 'completed' then case d.type when 'out' then -d.quantity else d.quantity end
        when d.id is not null then 0 end as draft_change
    from unnest(${fingerprints}::bytea[]) as given (fingerprint)
    join import_rows r on r.org_id = ${actor.org_id} and r.fingerprint = given.fingerprint
    join imports i on i.org_id = ${actor.org_id} and i.id = r.import_id
    left join transaction_drafts d on d.org_id = ${actor.org_id} and d.id = r.draft_id`)
  return new Map(
    found.map(({ fingerprint, draft_change, ...earlier }) => [fingerprint.toString('hex'), { earlier, draft_change }]),
  )
}
