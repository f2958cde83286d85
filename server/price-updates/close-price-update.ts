import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { priceUpdateColumns, type PriceUpdateRow } from './queries.ts'

export type LockedPriceUpdate = PriceUpdateRow & {
  product: { price: number; version: number; archived: boolean } | null
}

/**
 * Locks the product, then its suggestion (like a save of the product, so the two never deadlock), and returns both.
 * Refuses not_found.
 */
export async function lockPriceUpdate(tx: Tx, actor: Actor, id: string): Promise<LockedPriceUpdate> {
  await tx.run(sql`
    select from products where org_id = ${actor.org_id} and id = (
      select product_id from price_updates where org_id = ${actor.org_id} and id = ${id}) for no key update`)
  const update = await tx.maybe(sql<LockedPriceUpdate>`
    select ${priceUpdateColumns}, (
      select jsonb_build_object('price', p.price, 'version', p.version, 'archived', p.archived_at is not null) from products p
      where p.org_id = ${actor.org_id} and p.id = price_updates.product_id) as product
    from price_updates where org_id = ${actor.org_id} and id = ${id} for update`)
  return update ?? refuse('not_found')
}

/** Whether it is still pending; false if someone did the same before. Refuses conflict if someone did the opposite. */
export function isOpenFor(update: LockedPriceUpdate, status: 'applied' | 'rejected'): boolean {
  if (update.status === 'pending') return true
  if (update.status !== status)
    refuse('conflict', { status: update.status }, `This price was already ${update.status}.`)
  return false
}

export function closePriceUpdate(
  tx: Tx,
  actor: Actor,
  id: string,
  status: 'applied' | 'rejected',
): Promise<PriceUpdateRow> {
  return tx.one(sql<PriceUpdateRow>`
    update price_updates set status = ${status}, closed_at = app.now(), closed_by = ${actor.user_id}
    where org_id = ${actor.org_id} and id = ${id} and status = 'pending' returning ${priceUpdateColumns}`)
}
