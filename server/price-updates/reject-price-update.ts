import { rejectPriceUpdate } from '../../contract/price-updates.ts'
import { implement } from '../platform/endpoint.ts'
import { closePriceUpdate, isOpenFor, lockPriceUpdate } from './close-price-update.ts'

/**
 * Rejects a suggestion and returns the product's price, for the form to show again. Refuses not_found, conflict (it was
 * applied).
 */
export const rejectPriceUpdateCommand = implement(rejectPriceUpdate, async (tx, actor, { id }) => {
  const before = await lockPriceUpdate(tx, actor, id)
  const rejected = isOpenFor(before, 'rejected') ? await closePriceUpdate(tx, actor, id, 'rejected') : before
  return { ...rejected, product_price: before.product?.price ?? null }
})
