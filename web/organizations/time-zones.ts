import { presentName } from '../../contract/time-zones.ts'

/** The available time zones: the browser's current names, UTC, and the chosen one in its own spelling. */
export function timeZones(chosen: string): string[] {
  return [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone').map(presentName)])].toSorted()
}
