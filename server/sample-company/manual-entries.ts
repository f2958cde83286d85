import { roundTo } from '../../contract/quantity.ts'
import type { ReasonCode } from '../../contract/stock-reasons.ts'
import type { Good } from './goods.ts'
import { deliveredDaysAgo, restocking } from './purchases.ts'
import { soldOnOrders } from './sales.ts'
import { movedFrom } from './transfers.ts'

/** One day's manual entries. */
export type Entry = {
  days_ago: number
  type: 'in' | 'out'
  quantity: number
  reason_code: ReasonCode
  notes: string | null
}

const weeks = 6

/**
 * Six weeks of manual entries for a product: weekly sales in the shop, occasional damage or a return, and the quantity
 * that is reordered when it runs low. They depend on the product's position only, so every sample company is the same,
 * and never take more than is available: orders and transfers take theirs on their own days. Every sixth product isn't
 * reordered, so that some are low.
 */
export function manualEntriesOf(good: Good, position: number): { entries: Entry[]; reordered: number } {
  const entries: Entry[] = []
  const restock = restocking(good)
  let reordered = 0
  let free = 0
  const taken = [...soldOnOrders(good.sku), ...movedFrom(good.sku)]
  for (let days_ago = weeks * 7; days_ago > 0; days_ago--) {
    if (days_ago === deliveredDaysAgo(good)) free += good.delivered
    if (days_ago === restock?.received_days_ago) free += reordered
    free -= taken.filter((one) => one.days_ago === days_ago).reduce((sum, one) => sum + one.quantity, 0)
    for (const entry of entriesOf(good, position, days_ago)) {
      const quantity = entry.type === 'out' ? Math.min(entry.quantity, Math.max(0, free)) : entry.quantity
      if (quantity <= 0) continue
      free = roundTo(free + (entry.type === 'out' ? -quantity : quantity), 1)
      entries.push({ ...entry, quantity })
    }
    const runsLow = free < good.minimum + good.weekly * 4 && position % 6 !== 0
    if (days_ago === restock?.ordered_days_ago && runsLow) reordered = Math.max(1, Math.ceil(good.delivered / 2))
  }
  return { entries, reordered }
}

/** A day's entries if there were enough stock. Each product has its own day of the week. */
function entriesOf(good: Good, position: number, days_ago: number): Entry[] {
  const week = weeks - Math.ceil((days_ago + 2 + (position % 4)) / 7)
  const day = (weeks - week) * 7 - 2 - (position % 4)
  const entries: Entry[] = []
  if (days_ago === day)
    entries.push({
      days_ago,
      type: 'out',
      quantity: usualWeek(good, week, position),
      reason_code: good.location === 'Workbench' ? 'production_usage' : 'customer_order',
      notes: good.location === 'Workbench' ? 'Used for repairs' : 'Sold in the shop',
    })
  if (days_ago === day - 1 && week === 3 && position % 5 === 1)
    entries.push({ days_ago, type: 'out', quantity: 1, reason_code: 'damaged', notes: 'Damaged in handling' })
  if (days_ago === day - 1 && week === 4 && position % 6 === 2)
    entries.push({ days_ago, type: 'in', quantity: 1, reason_code: 'customer_return', notes: 'Unused, in its box' })
  return entries
}

/** Weeks vary a little: by up to a third, in whole units unless the product is sold by the meter. */
function usualWeek(good: Good, week: number, position: number): number {
  const swing = [1, 1.35, 0.7, 1.15, 0.85, 1.5][(week + position) % 6] ?? 1
  return roundTo(good.weekly * swing, good.decimals ? 1 : 0)
}
