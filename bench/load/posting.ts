import { freshId } from './plan.ts'
import type { Seeded } from '../kit/seed.ts'

/** The body of a one-line posting with a new id, for one of the products: any of them, unless `choose` is given. */
export function posting(
  { productIds, location_id }: Seeded,
  choose = () => Math.floor(Math.random() * productIds.length),
): string {
  return JSON.stringify({
    id: freshId,
    product_id: productIds[choose()],
    type: 'in',
    reason_code: 'other',
    notes: 'bench',
    quantity: 1,
    location_id,
  })
}
