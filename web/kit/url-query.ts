export type UrlState = Readonly<Record<string, string>>

/**
 * Parses an address's query into plain texts: `?filter=low` is `{ filter: 'low' }`, and a search for 007 stays 007. A
 * name alone is a switch that is on: `?edit` is `{ edit: '1' }`.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search.replaceAll(/(?<=^\??|&)(\w+)(?=&|$)/g, '$1=1')))
}

/** Writes texts into a query; empty ones are left out, so an address contains only what differs from the default. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The state as it should be in the address: default values are left out. */
export function withoutDefaults(state: UrlState, defaults: UrlState): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, value === defaults[name] ? undefined : value]),
  )
}
