import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Endpoint, InputOf } from '../../contract/endpoint.ts'
import { type ItemOf, useRead } from './api.ts'
import { searchable } from './list-address.ts'

/**
 * Options that the server searches by the text typed into a `SearchSelect`, among those that `filters` let through:
 * spread `control` into it. `search` is the text of `found`, a moment behind `typed`.
 */
export function useSearchedOptions<E extends Endpoint>(endpoint: E, filters: Omit<InputOf<E>, 'search'>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const found = useRead(endpoint, { ...filters, search: searchable(search) } as InputOf<E>, { keepPrevious: true })
  const items = (found.data as { items: ItemOf<E>[] } | undefined)?.items ?? []
  // Before the first response there is nothing to show, and nothing that Enter could choose.
  const fresh = search === typed && !found.isPending && !found.isPlaceholderData
  return { found, items, typed, search, control: { onSearch: setTyped, searching: found.isPending, fresh } }
}
