import type { ProductStock } from '../../contract/stock.ts'

type Stock = Readonly<{
  locations: readonly Pick<ProductStock['locations'][number], 'location_id' | 'available' | 'is_low'>[]
}>

/**
 * A transfer's initial locations: from the location with most available, to the only other location, else to the only
 * low one. `''` if that doesn't decide.
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
  const isLow = (id: string) => stock?.locations.some((one) => one.location_id === id && one.is_low) === true
  const likely = others.length === 1 ? others : others.filter(({ id }) => isLow(id))
  return { from, to: likely.length === 1 ? (likely[0]?.id ?? '') : '' }
}
