import { byCount } from './counted-nouns.ts'
import { formatQuantity, roundTo } from './quantity.ts'

/** What a person wants to remove, and how much of it is at the given location and of the given lot. */
export type Removal = Readonly<{
  /** The account the reason takes from: `available`, or `held` for reasons that end a hold. */
  account: string
  asked: number
  /** How many units the reason may take. */
  available: number
  on_hand: number
  /** How many more it could take if nothing had expired. */
  expired: number
}>

/**
 * Why this many can't be removed: the spec's sentence for more than the current stock, which also says what else blocks
 * units, because fewer than that can be removed then; otherwise `Only 0 of 14 can be removed: 14 are reserved`.
 */
export function cannotRemove({ account, asked, available, on_hand, expired }: Removal): string {
  if (account === 'held') {
    if (available === 0) return 'Nothing is on hold here'
    return byCount(available, { one: 'Only {count} is on hold', other: 'Only {count} are on hold' })
  }
  // On hand is available or reserved: what neither may be taken nor has expired is reserved.
  const reserved = roundTo(on_hand - available - expired, 4)
  const kept = [
    ...(reserved > 0 ? [byCount(reserved, { one: '{count} is reserved', other: '{count} are reserved' })] : []),
    ...(expired > 0 ? [byCount(expired, { one: '{count} has expired', other: '{count} have expired' })] : []),
  ]
  if (asked > on_hand || available >= on_hand) {
    const sentence = `Cannot remove more than current stock (${formatQuantity(on_hand)})`
    return kept.length === 0 ? sentence : `${sentence}, of which ${kept.join(' and ')}`
  }
  return `Only ${formatQuantity(available)} of ${formatQuantity(on_hand)} can be removed: ${kept.join(', ')}`
}
