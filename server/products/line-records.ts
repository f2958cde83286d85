import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** What lines of documents are checked against. */
export type Product = { id: string; name: string; quantity_decimals: number; archived: boolean }
export type Location = { id: string; name: string; is_active: boolean }

/** Products and locations by id. */
export type LineRecords = { products: Map<string, Product>; locations: Map<string, Location> }

export async function readLineRecords(
  tx: Tx,
  actor: Actor,
  product_ids: readonly string[],
  location_ids: readonly string[],
): Promise<LineRecords> {
  const [products, locations] = await Promise.all([
    tx.all(sql<Product>`
      select id, name, quantity_decimals, archived_at is not null as archived from products
      where org_id = ${actor.org_id} and id = any (${product_ids}::uuid[])`),
    locationsById(tx, actor, location_ids),
  ])
  return { products: new Map(products.map((product) => [product.id, product])), locations }
}

/** Those that exist, by id. */
export async function locationsById(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Map<string, Location>> {
  const locations = await tx.all(sql<Location>`
    select id, name, is_active from locations
    where org_id = ${actor.org_id} and hidden_at is null and id = any (${ids}::uuid[])`)
  return new Map(locations.map((location) => [location.id, location]))
}
