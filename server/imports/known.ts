import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { keyOf, type ReadRows, type TransactionRow } from './read-rows.ts'

/** A product that is there already, found by the SKU of a row. */
export type KnownProduct = {
  id: string
  archived: boolean
  /** Archived by the undo of an import and untouched since: importing its SKU again restores it. */
  restorable: boolean
  quantity_decimals: number
  /** Where its goods go, and what may be taken from there. Only for products that transactions name. */
  location_id: string | null
  available: number
}

export type KnownLocation = { id: string; name: string; is_active: boolean; hidden: boolean; is_default: boolean }

/** What the rows of a file refer to, as it stands in the database. Names and SKUs are keys without regard to case. */
export type Known = {
  products: Map<string, KnownProduct>
  categories: Map<string, { id: string; color: string }>
  locations: Map<string, KnownLocation>
  /** Fingerprints (hex) of transaction rows that were imported before and stand. */
  importedRows: Set<string>
}

/** A transaction row is known by its sheet, its row number and its values. */
export function fingerprint({ row, key, type, quantity, notes, pending }: TransactionRow): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['Transactions', row.row, key, type, quantity, notes, pending]))
    .digest()
}

/** Looks up everything the rows refer to, set by set: four queries, however many rows. */
export async function lookUp(tx: Tx, actor: Actor, rows: ReadRows): Promise<Known> {
  const [products, categories, locations, importedRows] = await Promise.all([
    knownProducts(tx, actor, rows),
    tx.all(
      sql<{
        id: string
        name: string
        color: string
      }>`select id, name, color from categories where org_id = ${actor.org_id}`,
    ),
    knownLocations(tx, actor),
    knownRows(tx, actor, rows.transactions),
  ])
  return {
    products,
    categories: new Map(categories.map((category) => [keyOf(category.name), category])),
    locations: new Map(locations.map((location) => [keyOf(location.name), location])),
    importedRows,
  }
}

async function knownProducts(tx: Tx, actor: Actor, rows: ReadRows): Promise<Known['products']> {
  const moved = new Set(rows.transactions.map(({ key }) => key))
  const keys = [...new Set([...rows.products.map(({ key }) => key), ...moved])]
  const found = await tx.all(sql<KnownProduct & { key: string }>`
    select given.key, p.id, p.archived_at is not null as archived, p.quantity_decimals,
      p.archived_at is not null and exists (
        select from import_records r
        where r.org_id = ${actor.org_id} and r.kind = 'product' and r.record_id = p.id and r.taken_back_at = p.archived_at
      ) as restorable,
      place.location_id, coalesce(stock.available, 0) as available
    from unnest(${keys}::text[], ${keys.map((key) => moved.has(key))}::boolean[]) as given (key, moved)
    join products p on p.org_id = ${actor.org_id} and p.sku_sort = lower(given.key)
    left join lateral (select kernel.product_location(${actor.org_id}, p.id) as location_id where given.moved) place on true
    left join lateral (
      select sum(s.available) as available
      from stock_levels s
      where s.org_id = ${actor.org_id} and s.product_id = p.id and s.location_id = place.location_id
    ) stock on true`)
  return new Map(found.map(({ key, ...product }) => [key, product]))
}

/** The locations people see, and those that an undo has hidden; where both have one name, the visible one counts. */
function knownLocations(tx: Tx, actor: Actor): Promise<KnownLocation[]> {
  return tx.all(sql<KnownLocation>`
    select l.id, l.name, l.is_active, l.hidden_at is not null as hidden, l.is_default
    from locations l
    where l.org_id = ${actor.org_id} and (l.hidden_at is null or exists (
      select from import_records r
      where r.org_id = ${actor.org_id} and r.kind = 'location' and r.record_id = l.id and r.taken_back_at = l.hidden_at))
    order by l.hidden_at is null, l.created_at, l.id`)
}

async function knownRows(tx: Tx, actor: Actor, transactions: TransactionRow[]): Promise<Set<string>> {
  const found = await tx.all(sql<{ fingerprint: Buffer }>`
    select r.fingerprint
    from unnest(${transactions.map(fingerprint)}::bytea[]) as given (fingerprint)
    join import_rows r on r.org_id = ${actor.org_id} and r.fingerprint = given.fingerprint`)
  return new Set(found.map((row) => row.fingerprint.toString('hex')))
}
