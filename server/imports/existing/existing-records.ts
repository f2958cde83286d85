import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { existingProducts, type ExistingProduct } from './existing-products.ts'
import type { ReadRows } from '../read/read-rows.ts'
import { keyOf, sortKey, type TransactionRow } from '../read/row-readers.ts'

export type ExistingCategory = { id: string; name: string; description: string | null; color: string }

export type ExistingSupplier = {
  id: string
  name: string
  email: string | null
  phone: string | null
  address: string | null
  contact_person: string | null
  tax_id: string | null
  payment_terms: string | null
  notes: string | null
  status: string
  /** How many suppliers have this name: branches of one company often share it. */
  namesakes: number
}

export type ExistingLocation = {
  id: string
  name: string
  description: string | null
  address: string | null
  contact_person: string | null
  phone: string | null
  email: string | null
  is_active: boolean
  hidden: boolean
  is_default: boolean
}

/** An import that rows of this file were part of. */
export type EarlierImport = { import_id: string; file_name: string | null; created_at: string }

/** A row that stands: which import brought it, and what the draft it became has booked (0 until somebody completes it); null where it posted itself. */
export type EarlierRow = { earlier: EarlierImport; draft_change: number | null }

/** What the rows of a file refer to, as it stands in the database. Names and SKUs are keys without regard to case. */
export type Existing = {
  products: Map<string, ExistingProduct>
  categories: Map<string, ExistingCategory>
  suppliers: Map<string, ExistingSupplier>
  locations: Map<string, ExistingLocation>
  /** Fingerprints (hex) of transaction rows that were imported before and stand, with the import that brought them. */
  importedRows: Map<string, EarlierRow>
}

/** A transaction row is known by its sheet, its row number and its values. */
export function fingerprint({ row, key, type, quantity, notes, pending }: TransactionRow): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['Transactions', row.row, key, type, quantity, notes, pending]))
    .digest()
}

/** Looks up everything the rows refer to, set by set: five queries, however many rows. */
export async function findExisting(tx: Tx, actor: Actor, rows: ReadRows, setStock: boolean): Promise<Existing> {
  const [products, categories, suppliers, locations, importedRows] = await Promise.all([
    existingProducts(tx, actor, rows, setStock),
    tx.all(sql<ExistingCategory>`select id, name, description, color from categories where org_id = ${actor.org_id}`),
    existingSuppliers(tx, actor, rows),
    existingLocations(tx, actor),
    earlierRows(tx, actor, rows.transactions),
  ])
  return {
    products,
    categories: new Map(categories.map((category) => [keyOf(category.name), category])),
    suppliers,
    locations: new Map(locations.map((location) => [keyOf(location.name), location])),
    importedRows,
  }
}

async function existingSuppliers(tx: Tx, actor: Actor, { suppliers }: ReadRows): Promise<Existing['suppliers']> {
  const found = await tx.all(sql<Omit<ExistingSupplier, 'namesakes'>>`
    select id, name, email, phone, address, contact_person, tax_id, payment_terms, notes, status
    from suppliers
    where org_id = ${actor.org_id} and name_sort = any(${suppliers.map(({ key }) => sortKey(key))}::text[])
    order by created_at, id`)
  const suppliersByName: Existing['suppliers'] = new Map()
  for (const supplier of found) {
    const key = keyOf(supplier.name)
    const first = suppliersByName.get(key)
    suppliersByName.set(key, first ? { ...first, namesakes: first.namesakes + 1 } : { ...supplier, namesakes: 1 })
  }
  return suppliersByName
}

/** The locations people see, and those that an undo has hidden; where both have one name, the visible one counts. */
function existingLocations(tx: Tx, actor: Actor): Promise<ExistingLocation[]> {
  return tx.all(sql<ExistingLocation>`
    select l.id, l.name, l.description, l.address, l.contact_person, l.phone, l.email, l.is_active,
      l.hidden_at is not null as hidden, l.is_default
    from locations l
    where l.org_id = ${actor.org_id} and (l.hidden_at is null or exists (
      select from import_records r
      where r.org_id = ${actor.org_id} and r.kind = 'location' and r.record_id = l.id and r.taken_back_at = l.hidden_at))
    order by l.hidden_at is null, l.created_at, l.id`)
}

async function earlierRows(tx: Tx, actor: Actor, transactions: TransactionRow[]): Promise<Existing['importedRows']> {
  const found = await tx.all(sql<EarlierImport & { fingerprint: Buffer; draft_change: number | null }>`
    select r.fingerprint, i.id as import_id, i.file_name, i.created_at,
      case when d.status = 'completed' then case d.type when 'out' then -d.quantity else d.quantity end
        when d.id is not null then 0 end as draft_change
    from unnest(${transactions.map(fingerprint)}::bytea[]) as given (fingerprint)
    join import_rows r on r.org_id = ${actor.org_id} and r.fingerprint = given.fingerprint
    join imports i on i.org_id = ${actor.org_id} and i.id = r.import_id
    left join transaction_drafts d on d.org_id = ${actor.org_id} and d.id = r.draft_id`)
  return new Map(
    found.map(({ fingerprint: mark, draft_change, ...earlier }) => [mark.toString('hex'), { earlier, draft_change }]),
  )
}
