import { byCount } from './counted-nouns.ts'
import { formatQuantity, roundTo } from './quantity.ts'

/** What someone wants to take out, and how much of it there is at the location and of the lot that were named. */
export type Removal = Readonly<{
  /** Where the reason takes goods from: `available`, or `held` for reasons that end a hold. */
  account: string
  asked: number
  /** So many the reason may take. */
  available: number
  on_hand: number
  /** So many more it could take, had nothing expired. */
  expired: number
}>

/**
 * Why so many cannot be taken out: the spec's sentence for more than the current stock, and otherwise what keeps goods
 * that are there, `Only 0 of 14 can be removed: 14 are reserved`.
 */
export function cannotRemove({ account, asked, available, on_hand, expired }: Removal): string {
  if (account === 'held') {
    if (available === 0) return 'Nothing is on hold here'
    return byCount(available, { one: 'Only {count} is on hold', other: 'Only {count} are on hold' })
  }
  if (asked > on_hand || available >= on_hand)
    return `Cannot remove more than current stock (${formatQuantity(on_hand)})`
  // What is on hand is free or promised: what neither may be taken nor has expired is promised.
  const reserved = roundTo(on_hand - available - expired, 4)
  const kept = [
    ...(reserved > 0 ? [byCount(reserved, { one: '{count} is reserved', other: '{count} are reserved' })] : []),
    ...(expired > 0 ? [byCount(expired, { one: '{count} has expired', other: '{count} have expired' })] : []),
  ]
  return `Only ${formatQuantity(available)} of ${formatQuantity(on_hand)} can be removed: ${kept.join(', ')}`
}
