import { cannotRemove } from '../../contract/cannot-remove.ts'
import type { ProductStock } from '../../contract/stock.ts'

/** Dialogs without a reason use the account of the reason `other`. */
export const noReason = 'other'

/** The reason that removes stock: any for stock out, and releasing stock on hold; null if it only adds. */
export function taking(type: 'in' | 'out', reason_code: string | null): string | null {
  return type === 'out' || reason_code === 'qc_release' ? reason_code : null
}

/** How many units a reason may take, in total or at one location: the server's own figure; 0 without stock. */
export function mayTake(stock: ProductStock, reason_code: string, location_id: string | null): number {
  return figureOf(stock, reason_code, location_id)?.quantity ?? 0
}

/** On hand in total or at one location. */
export function onHandAt(stock: ProductStock, location_id: string | null): number {
  if (!location_id) return stock.on_hand
  return stock.locations.find((one) => one.location_id === location_id)?.on_hand ?? 0
}

/** Why a reason can't take this many, in the server's words; undefined if it can. */
export function tooMany(
  stock: ProductStock,
  reason_code: string,
  location_id: string | null,
  asked: number,
): string | undefined {
  const found = figureOf(stock, reason_code, location_id)
  const available = found?.quantity ?? 0
  if (asked <= available) return undefined
  // Reasons are the same everywhere: a location that never held stock has no figures of its own.
  const account = stock.may_take.find((one) => one.reason_code === reason_code)?.account ?? 'available'
  return cannotRemove({
    account,
    asked,
    available,
    on_hand: onHandAt(stock, location_id),
    expired: found?.expired ?? 0,
  })
}

/** The same while no reason is chosen: undefined as long as any reason can take this many. */
export function tooManyForAny(stock: ProductStock, location_id: string | null, asked: number): string | undefined {
  const on_hand = onHandAt(stock, location_id)
  const there = stock.may_take.filter((one) => one.location_id === (location_id || null))
  if (asked <= Math.max(on_hand, ...there.map(({ quantity }) => quantity))) return undefined
  return cannotRemove({ account: 'available', asked, available: on_hand, on_hand, expired: 0 })
}

function figureOf(stock: ProductStock, reason_code: string, location_id: string | null) {
  return stock.may_take.find((one) => one.reason_code === reason_code && one.location_id === (location_id || null))
}
