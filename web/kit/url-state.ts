import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

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
  return query.size > 0 ? `?${query}` : ''
}

/** The state as it should be in the address: default values are left out. */
export function withoutDefaults(state: UrlState, defaults: UrlState): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, value === defaults[name] ? undefined : value]),
  )
}

/**
 * State in the address: filters, sort, search, the open tab. A default value isn't written. `set` replaces the history
 * entry: the back button leaves the screen instead of undoing a filter.
 */
export function useUrlState<D extends UrlState>(
  defaults: D,
): [{ [K in keyof D]: string }, (patch: Partial<{ [K in keyof D]: string }>) => void] {
  const search = useSearch({ strict: false }) as Record<string, string>
  const navigate = useNavigate()
  const fingerprint = JSON.stringify(defaults)

  const state = useMemo(() => {
    const known = JSON.parse(fingerprint) as UrlState
    return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, search[name] ?? value])) as {
      [K in keyof D]: string
    }
  }, [fingerprint, search])

  const set = useCallback(
    (patch: Partial<{ [K in keyof D]: string }>) => {
      const known = JSON.parse(fingerprint) as UrlState
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: ((previous: UrlState) => ({ ...previous, ...withoutDefaults(patch as UrlState, known) })) as never,
      })
    },
    [fingerprint, navigate],
  )
  return [state, set]
}
