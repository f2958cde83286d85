import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type UrlState, withoutDefaults } from './url-query.ts'

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
        state: true,
        search: ((previous: UrlState) => ({ ...previous, ...withoutDefaults(patch as UrlState, known) })) as never,
      })
    },
    [fingerprint, navigate],
  )
  return [state, set]
}
