import { scannedLocationCode } from '../../contract/location-codes.ts'
import { listLocations, type Location } from '../../contract/locations.ts'
import { call } from '../kit/api.ts'

export type LabeledLocation = Pick<Location, 'id' | 'name' | 'is_active'>

/** The locations, active or not, with the code of a label. Two can have the same one. */
export async function findLocationsByCode(code: string): Promise<LabeledLocation[]> {
  const { items } = await call(listLocations, { search: code })
  return items.filter((location) => location.code === code)
}

/** The location whose label was scanned or typed; null for any other text, and if two have this code. */
export async function findLocationByCode(scanned: string): Promise<LabeledLocation | null> {
  const code = scannedLocationCode(scanned)
  const [only, other] = code === null ? [] : await findLocationsByCode(code)
  return other ? null : (only ?? null)
}

export const severalLocations = 'Several locations have this code. Choose one by its name.'
