import type { ProductStock } from '../../contract/stock.ts'
import { exactUnits } from '../../contract/quantity.ts'

type LocationStock = Pick<
  ProductStock['locations'][number],
  'location_id' | 'available' | 'is_low' | 'on_hand' | 'in_transit' | 'incoming' | 'min_stock_level'
>

type Stock = Readonly<{
  locations: readonly LocationStock[]
}>

/**
 * A transfer's initial locations: from the location with most available, to the only other location, else to the only
 * one that stays low with what is on its way there. `''` if that doesn't decide.
 */
export function proposedLocations(
  stock: Stock | undefined,
  destinations: readonly Readonly<{ id: string }>[],
): { from: string; to: string } {
  const [fullest] = (stock?.locations ?? [])
    .filter(({ available }) => available > 0)
    .toSorted((one, other) => other.available - one.available)
  if (!fullest) return { from: '', to: '' }
  const from = fullest.location_id
  const others = destinations.filter(({ id }) => id !== from)
  const short = new Set(stock?.locations.filter(staysLow).map(({ location_id }) => location_id))
  const likely = others.length === 1 ? others : others.filter(({ id }) => short.has(id))
  return { from, to: likely.length === 1 ? (likely[0]?.id ?? '') : '' }
}

function staysLow({ is_low, on_hand, in_transit, incoming, min_stock_level }: LocationStock): boolean {
  return is_low && exactUnits(on_hand) + exactUnits(in_transit) + exactUnits(incoming) <= exactUnits(min_stock_level)
}
