import { roundTo } from '../../contract/quantity.ts'
import type { ReasonCode } from '../../contract/transactions.ts'
import type { Good } from './goods.ts'

/** One entry in the story of a good, by how long ago it happened. */
export type StoryEntry = {
  days_ago: number
  type: 'in' | 'out'
  quantity: number
  reason_code: ReasonCode
  notes: string | null
}

const weeks = 6

/**
 * Six weeks of a good: a first delivery, what leaves each week, now and then a return, a breakage or a correction, and a second delivery
 * where the shelf runs empty. The same for everybody, by the good's position, and never below zero.
 */
export function storyOf(good: Good, position: number): StoryEntry[] {
  const story: StoryEntry[] = []
  let onHand = 0
  const book = (entry: StoryEntry) => {
    const quantity = entry.type === 'out' ? Math.min(entry.quantity, onHand) : entry.quantity
    if (quantity <= 0) return
    onHand = roundTo(onHand + (entry.type === 'out' ? -quantity : quantity), 1)
    story.push({ ...entry, quantity })
  }

  book({
    days_ago: weeks * 7,
    type: 'in',
    quantity: good.delivered,
    reason_code: 'purchase_order',
    notes: 'First delivery',
  })
  for (let week = 0; week < weeks; week++) {
    const days_ago = (weeks - week) * 7 - 2 - (position % 4)
    const quantity = usualWeek(good, week, position)
    book({
      days_ago,
      type: 'out',
      quantity,
      reason_code: good.place === 'Workbench' ? 'production_usage' : 'customer_order',
      notes: null,
    })
    if (week === 3 && position % 5 === 1)
      book({ days_ago: days_ago - 1, type: 'out', quantity: 1, reason_code: 'damaged', notes: 'Damaged in handling' })
    if (week === 4 && position % 6 === 2)
      book({
        days_ago: days_ago - 1,
        type: 'in',
        quantity: 1,
        reason_code: 'customer_return',
        notes: 'Unused, came back in its box',
      })
    // Most shelves are filled up in time; every sixth one was forgotten, so that there is something to see to.
    if (week < weeks - 1 && onHand < good.minimum + good.weekly * 2 && position % 6 !== 0) {
      book({
        days_ago: days_ago - 2,
        type: 'in',
        quantity: Math.max(1, Math.ceil(good.delivered / 2)),
        reason_code: 'purchase_order',
        notes: 'Reordered in time',
      })
    }
  }
  return story.toSorted((one, other) => other.days_ago - one.days_ago)
}

/** Weeks differ a little, as they do: a third more or less, in whole units unless the good is sold by the metre. */
function usualWeek(good: Good, week: number, position: number): number {
  const swing = [1, 1.35, 0.7, 1.15, 0.85, 1.5][(week + position) % 6] ?? 1
  const quantity = good.weekly * swing
  return roundTo(quantity, good.decimals ? 1 : 0)
}
