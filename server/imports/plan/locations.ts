import { newId } from '../../platform/ids.ts'
import { differences, type PlannedChange } from './changes.ts'
import type { Existing, ExistingLocation } from '../existing/existing-records.ts'
import { newValues, type NewValuesOf } from '../sheets/field.ts'
import { locationFields } from '../sheets/locations.ts'
import type { Problems } from '../sheets/problems.ts'
import { keyOf, type LocationRow } from '../read/row-readers.ts'

/** A location to create, or a hidden one to restore (with the file's fields, where given). */
export type PlannedLocation = NewValuesOf<typeof locationFields> & { id: string; name: string; hidden: boolean }

/** Where units of a product go. */
export type HomeLocation = { id: string; name: string; is_active: boolean }

/** Matches each name to a location, and finds which must be created and what the sheet changes in existing ones. */
export type PlannedLocations = {
  changes: PlannedChange[]
  /** The location of this name (none means the default), created if it doesn't exist. */
  locationOf(name: string | null): HomeLocation
  /** An existing location, by its id. */
  locationWithId(id: string | null): HomeLocation | null
  /** Called once every name has been looked up. */
  created(): PlannedLocation[]
  /** How many of them only other sheets name. */
  onlyNamed(): number
}

export function planLocations(rows: LocationRow[], existing: Existing, problems: Problems): PlannedLocations {
  const made = new Map<string, PlannedLocation>()
  const changes: PlannedChange[] = []
  const seen = new Map<string, LocationRow>()
  for (const given of rows) {
    const { row, key } = given
    const first = seen.get(key)
    const found = existing.locations.get(key)
    if (first) problems.at(row, 'name', `This location is already in row ${first.row.row}.`)
    else if (!found || found.hidden) made.set(key, newLocation(given, found))
    else {
      const fields = differences(locationFields, given, found)
      const { id: record_id, name } = found
      if (fields.length > 0)
        changes.push({ sheet: 'Locations', kind: 'location', row, record_id, name, sku: null, fields })
    }
    seen.set(key, first ?? given)
  }
  const fallback = [...existing.locations.values()].find((location) => location.is_default)
  if (!fallback) throw new Error('the organization has no default location')
  const byId = new Map([...existing.locations.values()].map((location) => [location.id, location]))
  const ofSheet = made.size
  return {
    changes,
    locationOf(name) {
      if (name === null) return fallback
      const key = keyOf(name)
      const found = existing.locations.get(key)
      if (found && !found.hidden) return found
      const planned = made.get(key) ?? newLocation({ name }, found)
      made.set(key, planned)
      return { id: planned.id, name: planned.name, is_active: true }
    },
    locationWithId: (id) => (id === null ? null : (byId.get(id) ?? null)),
    created: () => [...made.values()],
    onlyNamed: () => made.size - ofSheet,
  }
}

function newLocation(
  given: Partial<LocationRow> & { name: string },
  hidden: ExistingLocation | undefined,
): PlannedLocation {
  const name = hidden?.name ?? given.name
  return { ...newValues(locationFields, given), name, id: hidden?.id ?? newId(), hidden: hidden !== undefined }
}
