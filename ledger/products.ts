import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import type { Poster } from './post-stock.ts'

/** What the ledger stores per product. Call each function in the transaction that writes the product's own row. */

/**
 * Gives new products their "no lot" row, totals with the minimum, and first price. Call it after the insert, before any
 * posting.
 */
export async function initializeProducts(
  tx: Tx,
  actor: Poster,
  products: { product_id: string; minimum?: number }[],
  source: 'typed' | 'imported' = 'typed',
): Promise<void> {
  await tx.run(sql`
    select kernel.initialize_products(${actor.org_id}, ${actor.user_id},
      ${products.map((product) => product.product_id)}::uuid[], ${products.map((product) => product.minimum ?? 0)}::numeric[], ${source})`)
}

/** Does the same for one new product. */
export function initializeProduct(
  tx: Tx,
  actor: Poster,
  input: { product_id: string; minimum?: number },
): Promise<void> {
  return initializeProducts(tx, actor, [input])
}

/**
 * Sets the minimums that low stock depends on. Call it after the transaction's posting (totals are locked after
 * levels). Refuses not_found, product_archived, invalid_quantity, too_many_decimals.
 */
export async function setMinimums(
  tx: Tx,
  actor: Poster,
  minimums: readonly { product_id: string; minimum: number }[],
): Promise<void> {
  await tx.run(sql`
    select kernel.set_minimums(${actor.org_id}, ${minimums.map(({ product_id }) => product_id)}::uuid[],
      ${minimums.map(({ minimum }) => minimum)}::numeric[])`)
}

/** The same for one product. */
export function setMinimum(tx: Tx, actor: Poster, input: { product_id: string; minimum: number }): Promise<void> {
  return setMinimums(tx, actor, [input])
}

/**
 * The origin of a price: a fetched one names the price update that found it, a received one the receipt that set the
 * cost.
 */
export type PriceSource =
  | { source: 'typed' | 'imported' }
  | { source: 'fetched'; price_update_id: string }
  | { source: 'received'; receipt_id: string }

/**
 * Appends the products' current price and cost to their history if they differ from the newest row. Call it after the
 * update.
 */
export async function recordPrices(
  tx: Tx,
  actor: Poster,
  product_ids: string[],
  from: PriceSource = { source: 'typed' },
): Promise<void> {
  const price_update_id = from.source === 'fetched' ? from.price_update_id : null
  const receipt_id = from.source === 'received' ? from.receipt_id : null
  await tx.run(sql`
    select kernel.record_prices(${actor.org_id}, ${actor.user_id}, ${product_ids}::uuid[], ${from.source}, ${price_update_id}::uuid,
      ${receipt_id}::uuid)`)
}

/** Sets a product's price and cost and appends them to the history. The products command sets the product's version. */
export async function setPrice(
  tx: Tx,
  actor: Poster,
  input: { product_id: string; price: number; cost_price: number },
): Promise<void> {
  await tx.run(sql`
    update products set price = ${input.price}, cost_price = ${input.cost_price}, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${input.product_id}`)
  await recordPrices(tx, actor, [input.product_id])
}

/**
 * Archives products without stock or demand, all or none; their history and SKUs stay. Sets products.archived_at.
 * Refuses, for the first product by id, not_found, product_archived, product_not_empty (its totals and open demands).
 * Locks the products, then all their levels, then the totals. `leaving` are categories that the
 * caller is about to delete: their products lose them in the same change.
 */
export async function archiveProducts(
  tx: Tx,
  actor: Poster,
  product_ids: readonly string[],
  leaving: readonly string[] = [],
): Promise<void> {
  await tx.run(sql`select kernel.archive_products(${actor.org_id}, ${product_ids}::uuid[], ${leaving}::uuid[])`)
}

/** The same for one product. */
export function archiveProduct(tx: Tx, actor: Poster, product_id: string): Promise<void> {
  return archiveProducts(tx, actor, [product_id])
}

/**
 * Restores archived products, all or none. Refuses, for the first product by id, not_found, conflict (not archived).
 */
export function restoreProducts(tx: Tx, actor: Poster, product_ids: readonly string[]): Promise<number> {
  return tx.run(sql`select kernel.restore_products(${actor.org_id}, ${product_ids}::uuid[])`)
}

/** The same for one product. */
export function restoreProduct(tx: Tx, actor: Poster, product_id: string): Promise<number> {
  return restoreProducts(tx, actor, [product_id])
}

/**
 * Deletes a product that never moved, with everything the ledger stores for it; returns false (and changes nothing) if
 * it has a history.
 */
export async function deleteProductWithoutHistory(tx: Tx, actor: Poster, product_id: string): Promise<boolean> {
  const row = await tx.one(sql<{ deleted: boolean }>`
    select kernel.delete_product(${actor.org_id}, ${product_id}) as deleted`)
  return row.deleted
}

/** The same for several products, in the order of their ids; returns those it deleted. */
export async function deleteProductsWithoutHistory(
  tx: Tx,
  actor: Poster,
  product_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.all(sql<{ id: string; deleted: boolean }>`
    select n.id, kernel.delete_product(${actor.org_id}, n.id) as deleted
    from (select id from unnest(${product_ids}::uuid[]) as p (id) order by id) n`)
  return new Set(rows.filter(({ deleted }) => deleted).map(({ id }) => id))
}

/**
 * Returns the lot of a product with this number, creating it if it is new; an empty number is "no lot". An existing lot
 * keeps its expiry unless it has none. Refuses not_found (product), conflict {lot_number, expires_on} if it expires on
 * another day.
 */
export async function ensureLot(
  tx: Tx,
  actor: Poster,
  input: { product_id: string; lot_number: string; expires_on?: string | null; id: string },
): Promise<string> {
  const row = await tx.one(sql<{ lot_id: string }>`
    select kernel.ensure_lot(${actor.org_id}, ${input.product_id}, ${input.id}, ${input.lot_number},
      ${input.expires_on ?? null}::date) as lot_id`)
  return row.lot_id
}

/**
 * Changes the day until which a lot is good; null: it doesn't expire. Orders that wait get what can be used again,
 * after the commit. Refuses not_found, and conflict {lot_number, seen, present} if the day isn't `from` any more
 * (undefined: not compared).
 */
export async function setLotExpiry(
  tx: Tx,
  actor: Poster,
  lot: Readonly<{ product_id: string; lot_id: string; expires_on: string | null; from?: string | null | undefined }>,
): Promise<void> {
  const from = lot.from === null ? 'infinity' : (lot.from ?? null)
  await tx.run(sql`
    select kernel.set_lot_expiry(${actor.org_id}, ${lot.product_id}, ${lot.lot_id}, ${lot.expires_on}::date, ${from}::date)`)
}

/**
 * Creates the missing level rows of these locations, empty (the spec's initialize_product_locations), and keeps the
 * locations open until the transaction ends. Returns how many rows it created.
 */
export async function ensureLevels(
  tx: Tx,
  actor: Poster,
  levels: { product_id: string; location_id: string }[],
): Promise<number> {
  const row = await tx.one(sql<{ made: number }>`
    select kernel.ensure_levels(${actor.org_id}, ${levels.map((level) => level.product_id)}::uuid[],
      ${levels.map((level) => level.location_id)}::uuid[]) as made`)
  return row.made
}

/**
 * Where units of a product go if no location is named: its `location` text, else its only location with stock, else the
 * default.
 */
export async function productLocation(tx: Tx, actor: Poster, product_id: string): Promise<string | null> {
  const row = await tx.one(sql<{ location_id: string | null }>`
    select kernel.product_location(${actor.org_id}, ${product_id}) as location_id`)
  return row.location_id
}
