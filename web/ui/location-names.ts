import type { Location } from '../../contract/locations.ts'

/** The names of locations; of many, the first two. Deleted ones don't count. */
export function locationNames(ids: readonly string[], locations: readonly Location[]): string {
  const names = ids.map((id) => locations.find((one) => one.id === id)?.name).filter((name) => name !== undefined)
  if (names.length === 0 && locations.length > 0) return 'deleted locations'
  const more = names.length - 2
  return more > 0 ? `${names.slice(0, 2).join(', ')} and ${more} more` : names.join(' and ')
}
