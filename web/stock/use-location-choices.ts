import { listLocations } from '../../contract/locations.ts'
import { readMe } from '../../contract/me.ts'
import { listTransferDestinations } from '../../contract/location-transfers.ts'
import { useRead } from '../kit/api.ts'
import { scannedLocationCode } from '../../contract/location-codes.ts'
import { containsTyped } from '../kit/fold.ts'
import { searchable } from '../kit/list-address.ts'
import { findLocationsByCode, type LabeledLocation } from './find-location-by-code.ts'

export type LocationChoice = Readonly<{ id: string; name: string; is_default: boolean }>

/** This many are offered; a search finds the others. */
const offered = 50

/**
 * The active locations that match a search, by name or by the code of a label, the state of loading them, the name of
 * an inactive one with that code, and how to find those with a code. With `destinations`, those that units can be sent
 * to: for a member limited to locations these are more than their own.
 */
export function useLocationChoices(search: string, destinations = false) {
  const limited = useRead(readMe, {}, { enabled: destinations }).data?.location_ids != null
  const own = useRead(
    listLocations,
    { search: searchable(search), active: 'true', limit: offered },
    { keepPrevious: true, enabled: !limited },
  )
  const all = useRead(listTransferDestinations, {}, { enabled: limited })
  const scanned = scannedLocationCode(search)
  // The label of an inactive location still hangs on its shelf.
  const isUnknown = scanned !== null && !own.isPlaceholderData && own.data?.items.length === 0
  const others = useRead(listLocations, { search, active: 'false' }, { enabled: !limited && isUnknown })
  if (!limited)
    return {
      read: own,
      isSearching: own.isPending || others.isLoading,
      locations: own.data?.items.map(choiceOf),
      inactive: isUnknown ? others.data?.items.find(({ code }) => code === scanned)?.name : undefined,
      findByCode: findLocationsByCode,
    }
  const destinationsNow = all.data?.items ?? []
  const fits = ({ name, code }: { name: string; code: string }) => code === scanned || containsTyped(name, search)
  const locations = all.data?.items.filter(fits).slice(0, offered)
  return {
    read: all,
    isSearching: all.isPending,
    inactive: undefined,
    locations: locations?.map((location) => choiceOf({ ...location, is_default: false })),
    findByCode: (code: string): Promise<LabeledLocation[]> =>
      Promise.resolve(
        destinationsNow
          .filter((location) => location.code === code)
          .map((location) => ({ ...location, is_active: true })),
      ),
  }
}

const choiceOf = ({ id, name, is_default }: LocationChoice): LocationChoice => ({ id, name, is_default })
