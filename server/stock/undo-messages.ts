import { byCount } from '../../contract/counted-nouns.ts'
import type { RefusalDetails } from '../../ledger/refusals.ts'
import { amount, atLocation, type RefusalMessages } from './explain-refusals.ts'

/**
 * An undo has no form, so its refusals are complete sentences. They name the product, lot and location, how many units
 * the undo needs and can have, and what blocks the others.
 */
export const undoMessages: RefusalMessages = {
  fields: null,
  sentences: {
    insufficient_stock: (details) => {
      const { product, lot_number, location, asked, available } = details
      const lot = typeof lot_number === 'string' ? ` (lot ${lot_number})` : ''
      const at = typeof location === 'string' ? ` at ${location}` : ''
      const goods = `only ${amount(available)} of ${amount(asked)} units of ${product}${lot}`
      const kept = keptThere(details)
      if (kept.length > 0) return `Can’t undo: ${goods} can be removed${at}. ${kept.join(', ')}.`
      const state = details['account'] === 'held' ? 'on hold' : 'available'
      return byCount(
        Number(available ?? 0),
        { one: 'Can’t undo: {goods} is still {state}{at}.', other: 'Can’t undo: {goods} are still {state}{at}.' },
        { goods, state, at },
      )
    },
  },
}

/** What keeps units at the location: `3 are reserved`, `1 is on hold`. */
function keptThere({ account, reserved, held }: RefusalDetails): string[] {
  if (account === 'held') return []
  const [reservedUnits, heldUnits] = [Number(reserved ?? 0), Number(held ?? 0)]
  return [
    ...(reservedUnits > 0
      ? [byCount(reservedUnits, { one: '{count} is reserved', other: '{count} are reserved' })]
      : []),
    ...(heldUnits > 0 ? [byCount(heldUnits, { one: '{count} is on hold', other: '{count} are on hold' })] : []),
  ]
}

/** Why one product of an import stays when the import is undone, shown beside its name. */
export function leftoverSentence(code: string, details: RefusalDetails): string {
  const { asked, available, location } = details
  if (typeof asked === 'number' && typeof available === 'number')
    return byCount(
      available,
      {
        one: '{asked} must be removed, but only {count} is available{where}',
        other: '{asked} must be removed, but only {count} are available{where}',
      },
      { asked: amount(asked), where: atLocation(details) },
    )
  if (code === 'product_archived') return 'The product is archived'
  if (code === 'location_not_active')
    return typeof location === 'string' ? `${location} isn’t active` : 'The location isn’t active'
  return 'Its stock changes can’t be undone'
}
