import { quantity } from '../../contract/fields.ts'
import { roundTo } from '../../contract/quantity.ts'
import { type LocationStock, maximumBelowMinimum } from '../../contract/stock.ts'
import { checkInput } from '../kit/check-input.ts'

/** The fields of Edit Location Stock: the count of each lot, and the location's levels. An empty maximum means none. */
export type LocationStockValues = {
  quantities: Record<string, number | string>
  min_stock_level: number | string
  max_stock_level: number | string
}

/** What the editor saw when the fields were filled. */
export type SeenStock = LocationStockValues & { quantities: Record<string, number> }

export type ChangedLot = readonly [lot_id: string, to: number | string]

export function seenStock(location: LocationStock | undefined, product_id: string): SeenStock {
  return {
    quantities: onHandByLot(location, product_id),
    min_stock_level: location?.min_stock_level ?? 0,
    max_stock_level: location?.max_stock_level ?? '',
  }
}

/** On hand by lot; units without a lot are under the product's own id. An empty location has one such line. */
function onHandByLot(location: LocationStock | undefined, product_id: string): Record<string, number> {
  const stored = (location?.lots ?? []).filter((lot) => lot.on_hand > 0)
  return stored.length > 0 ? Object.fromEntries(stored.map((lot) => [lot.lot_id, lot.on_hand])) : { [product_id]: 0 }
}

/** The lots whose count differs from what the editor saw. */
export function changedLots({ quantities }: LocationStockValues, seen: SeenStock): ChangedLot[] {
  return Object.entries(quantities).filter(
    ([lot_id, to]) => Object.hasOwn(seen.quantities, lot_id) && to !== seen.quantities[lot_id],
  )
}

/** The lots whose stock has changed since the editor saw it. */
export function movedLots(seen: SeenStock, now: SeenStock): string[] {
  const lots = Object.keys({ ...seen.quantities, ...now.quantities })
  return lots.filter((lot_id) => now.quantities[lot_id] !== seen.quantities[lot_id])
}

/** The input of the command: only what was changed, so a count never overwrites what a colleague has set meanwhile. */
export function changesOf(values: LocationStockValues, seen: SeenStock, product_id: string) {
  const { min_stock_level: minimum, max_stock_level: maximum } = values
  return {
    quantities: changedLots(values, seen).map(([lot_id, to]) => ({
      lot_id: lot_id === product_id ? null : lot_id,
      from: seen.quantities[lot_id] ?? 0,
      to,
    })),
    ...(minimum === seen.min_stock_level ? {} : { min_stock_level: minimum }),
    ...(maximum === seen.max_stock_level ? {} : { max_stock_level: maximum === '' ? null : maximum }),
  }
}

/** What is wrong with the fields, by the name of the field. */
export function problemsOf({ quantities, min_stock_level, max_stock_level }: LocationStockValues, seen: SeenStock) {
  const problems: Record<string, string> = {}
  for (const [lot_id, count] of Object.entries(quantities)) {
    // The field of a lot that has left isn't there to be corrected.
    if (!Object.hasOwn(seen.quantities, lot_id)) continue
    const problem = checkInput(quantity(), count).fields?.['']
    if (problem) problems[`quantities.${lot_id}`] = problem
  }
  const haveBoth = typeof min_stock_level === 'number' && typeof max_stock_level === 'number'
  if (haveBoth && max_stock_level > 0 && max_stock_level < min_stock_level)
    problems['max_stock_level'] = maximumBelowMinimum
  return problems
}

/** By how many units the counts change the stock. */
export function countedDifference(changed: readonly ChangedLot[], seen: SeenStock): number {
  return changed.reduce(
    (total, [lot_id, to]) =>
      typeof to === 'number' ? roundTo(total + roundTo(to - (seen.quantities[lot_id] ?? 0), 4), 4) : total,
    0,
  )
}
