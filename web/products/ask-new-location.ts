import { listLocations } from '../../contract/locations.ts'
import { readMe } from '../../contract/me.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { call } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { searchable } from '../kit/list-address.ts'

/**
 * Confirms before saving a product creates a location: a new name may be a typo. True if it may be saved. `before` are
 * the product's saved names, which need no confirmation. Members limited to locations can't create one: saving says so.
 */
export async function askBeforeNewLocation(location: string, before = ''): Promise<boolean> {
  const name = trimmed(location)
  if (name === '' || isSameName(name, before) || (await exists(name))) return true
  if ((await call(readMe, {})).location_ids !== null) return true
  return confirm({
    title: 'Create a new location?',
    text: `No location is named “${name}”. Saving the product creates it.`,
    confirmLabel: 'Create location and save',
    cancelLabel: 'Go back',
  })
}

async function exists(name: string): Promise<boolean> {
  for (let cursor: string | undefined; ;) {
    const page = await call(listLocations, { search: searchable(name), limit: 200, cursor })
    if (page.items.some((location) => isSameName(location.name, name))) return true
    if (page.next === null) return false
    cursor = page.next
  }
}

/** Compares as the server does. */
export function isSameName(one: string, other: string): boolean {
  return trimmed(one).toLowerCase() === trimmed(other).toLowerCase()
}
