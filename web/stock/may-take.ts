import type { ProductStock } from '../../contract/stock.ts'

/** The account of dialogs that ask no reason is that of the reason `other`. */
export const noReason = 'other'

/** How many units a reason may take, in all or at one place: the server's own figure; 0 where nothing is. */
export function mayTake(stock: ProductStock, reason_code: string, location_id: string | null): number {
  const found = stock.may_take.find(
    (one) => one.reason_code === reason_code && one.location_id === (location_id || null),
  )
  return found?.quantity ?? 0
}
