import { presentName } from '../../contract/time-zones.ts'

/**
 * The time zones to choose from: what this browser lists by their present names, UTC, and the chosen one in whatever
 * spelling it has.
 */
export function timeZones(chosen: string): string[] {
  return [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone').map(presentName)])].toSorted()
}
