import type { LocationStock } from '../../contract/stock.ts'

type Place = Pick<LocationStock, 'location_name' | 'on_hand'>

/**
 * The name of the place that holds most of a product, when the product says another one; null when it says none, says
 * it in other letters, or when the place it says holds as much.
 */
export function keptElsewhere(location: string | null, places: readonly Place[]): string | null {
  const fullest = places.reduce<Place | null>(
    (most, place) => (place.on_hand > (most?.on_hand ?? 0) ? place : most),
    null,
  )
  if (!location || !fullest) return null
  const said = places.find(({ location_name }) => location_name.toLowerCase() === location.trim().toLowerCase())
  return said?.on_hand === fullest.on_hand ? null : fullest.location_name
}
