import { withDashes } from '../../contract/order-numbers.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { searchPatterns } from '../platform/search-patterns.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** A word that more numbers contain than this (`PO-` is in all of them) is tested row by row: a page is full soon. */
const few = 500
/** A pattern is the word between two percent signs; a word of less than three characters has no trigram. */
const indexedCharacters = 5

/**
 * Each word of a search must appear in the order's number or its supplier's name. Both are looked up first: suppliers
 * are few, numbers have an index, so the orders are found by keys instead of being read one after another.
 */
export async function searchConditions(tx: Tx, actor: Actor, search: string): Promise<Statement<unknown>[]> {
  const patterns = await searchPatterns(tx, withDashes(search))
  return Promise.all(
    patterns.map(async (pattern) => {
      const [suppliers, orders] = await Promise.all([
        tx.all(sql<{ id: string }>`
          select id from suppliers where org_id = ${actor.org_id} and app.fold(name) like ${pattern}`),
        pattern.length < indexedCharacters
          ? null
          : tx.all(sql<{ id: string }>`
              select id from app.search_purchase_orders(${actor.org_id}, ${pattern}, ${few + 1}) as found (id)`),
      ])
      const bySupplier = sql`o.supplier_id = any (${suppliers.map((row) => row.id)}::uuid[])`
      return orders && orders.length <= few
        ? sql`(${bySupplier} or o.id = any (${orders.map((row) => row.id)}::uuid[]))`
        : sql`(${bySupplier} or lower(o.order_number) like ${pattern})`
    }),
  )
}
