import { newId } from '../platform/ids.ts'
import type { Known } from './known.ts'
import type { Problems } from './problems.ts'
import { keyOf, type ProductRow } from './read-rows.ts'

/** A location to be made, or one that an undo has hidden to be shown again. */
export type PlannedLocation = { id: string; name: string; hidden: boolean }

export type PlannedPlace = { id: string; name: string }

/** Which place each product's location text means (none means the default), and which of them do not exist yet. */
export type PlannedLocations = { created: PlannedLocation[]; placeOf(product: ProductRow): PlannedPlace }

export function planLocations(products: ProductRow[], known: Known, problems: Problems): PlannedLocations {
  const created = new Map<string, PlannedLocation>()
  const fallback = [...known.locations.values()].find((location) => location.is_default)
  if (!fallback) throw new Error('the organisation has no default location')
  for (const { row, location: name } of products) {
    if (name === null || created.has(keyOf(name))) continue
    const existing = known.locations.get(keyOf(name))
    if (!existing) created.set(keyOf(name), { id: newId(), name, hidden: false })
    else if (existing.hidden) created.set(keyOf(name), { id: existing.id, name: existing.name, hidden: true })
    else if (!existing.is_active) problems.at(row, 'location', `The location “${existing.name}” is not active`)
  }
  return {
    created: [...created.values()],
    placeOf({ location: name }) {
      if (name === null) return fallback
      return created.get(keyOf(name)) ?? known.locations.get(keyOf(name)) ?? fallback
    },
  }
}
