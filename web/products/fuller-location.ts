import type { LocationStock } from '../../contract/stock.ts'
import { trimmed } from '../../contract/trimmed.ts'

type Location = Pick<LocationStock, 'location_name' | 'on_hand'>

/**
 * The name of the location with the most stock of a product, if the product names another one; null if it names none,
 * names it in different case, or the named location has as much.
 */
export function fullerLocation(location: string | null, locations: readonly Location[]): string | null {
  const fullest = locations.reduce<Location | null>(
    (most, one) => (one.on_hand > (most?.on_hand ?? 0) ? one : most),
    null,
  )
  if (!location || !fullest) return null
  const named = locations.find(({ location_name }) => location_name.toLowerCase() === trimmed(location).toLowerCase())
  return named?.on_hand === fullest.on_hand ? null : fullest.location_name
}
