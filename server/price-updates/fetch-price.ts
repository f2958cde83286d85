import { fetchFailed, fetchPrice } from '../../contract/price-updates.ts'
import type { Tx } from '../platform/db.ts'
import { implementPrepared, type Actor, type Implementation } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import type { Pages } from '../platform/outside/pages.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import type { FoundPrice } from './find-price.ts'

/**
 * Reads a purchase page (server/platform/outside) and stores its price as pending. Refuses not_found (the product,
 * before any request); too_many_requests; price_not_fetched, the same for every unreadable page and every one without a
 * price.
 */
export function fetchPriceCommand(pages: Pages): Implementation {
  return implementPrepared(fetchPrice, {
    check: requireProduct,
    prepare: (actor, { url }) => pages.read(url, actor.org_id, priceIn),
    run: async (tx, actor, { url, productId = null }, found) => {
      if (!found) return refuseFields({ url: fetchFailed }, 'price_not_fetched')
      const id = newId()
      await tx.run(sql`
        insert into price_updates (org_id, id, user_id, product_id, url, new_price, currency, found_in)
        values (${actor.org_id}, ${id}, ${actor.user_id}, ${productId}::uuid, ${url}, ${found.price}, ${found.currency}, ${found.found_in})`)
      return { priceUpdateId: id }
    },
  })
}

/** If the product is removed while its page is read, the foreign key reports it. */
async function requireProduct(tx: Tx, actor: Actor, { productId }: { productId?: string | null | undefined }) {
  if (!productId) return
  const product = await tx.maybe(sql`select from products where org_id = ${actor.org_id} and id = ${productId}`)
  if (!product) refuse('not_found')
}

/** The library that reads HTML is loaded by the first page. */
async function priceIn(text: string, url: string): Promise<FoundPrice | null> {
  const { findPrice } = await import('./find-price.ts')
  return findPrice(text, url)
}
