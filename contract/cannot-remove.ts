import { byCount } from './counted-nouns.ts'
import { formatQuantity, roundTo } from './quantity.ts'

/** What a person wants to remove, and how much of it is at the given location and of the given lot. */
export type Removal = Readonly<{
  /** The account the reason takes from: `available`, or `held` for reasons that end a hold. */
  account: string
  /** How many units the reason may take. */
  available: number
  on_hand: number
  /** How many more it could take if nothing had expired. */
  expired: number
}>

/**
 * Why this many can't be removed: the required sentence if all of the current stock could be, else how many can and
 * what blocks the others, `Only 0 of 14 can be removed: 14 are reserved`. However many were asked for: the current
 * stock as a limit would contradict the smaller number that forms show beside it.
 */
export function cannotRemove({ account, available, on_hand, expired }: Removal): string {
  if (account === 'held') {
    if (available === 0) return 'Nothing is on hold here'
    return byCount(available, { one: 'Only {count} is on hold', other: 'Only {count} are on hold' })
  }
  if (available >= on_hand) return `Cannot remove more than current stock (${formatQuantity(on_hand)})`
  // On hand is available or reserved: what neither may be taken nor has expired is reserved.
  const reserved = roundTo(on_hand - available - expired, 4)
  const kept = [
    ...(reserved > 0 ? [byCount(reserved, { one: '{count} is reserved', other: '{count} are reserved' })] : []),
    ...(expired > 0 ? [byCount(expired, { one: '{count} has expired', other: '{count} have expired' })] : []),
  ]
  return `Only ${formatQuantity(available)} of ${formatQuantity(on_hand)} can be removed: ${kept.join(', ')}`
}
