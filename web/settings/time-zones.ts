/** The time zones to choose from: what this browser lists, UTC, and the present one in whatever spelling it has. */
export function timeZones(present: string): string[] {
  return [...new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone')])].toSorted()
}
