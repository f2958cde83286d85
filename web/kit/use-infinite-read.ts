import { hashKey, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { ApiError } from './api-error.ts'
import { arrivedOf, type ItemOf, type ReadOptions } from './api.ts'
import { call } from './call.ts'
import { itemsOfPages } from './items-of-pages.ts'
import { currentOrganization } from './organization.ts'
import { queryClient } from './query-client.ts'
import { keyOf } from './query-keys.ts'

function following<Input>(input: Input, cursor: string): Input {
  return { limit: limits.pageSizeFollowing, ...input, cursor }
}

/**
 * Reads a list page by page: the initial rows first, more at a time while scrolling, unless the input sets the number.
 * `items` are all rows so far. `onEnd` loads the next page, unless more are loaded than the caller shows; if it failed
 * (`isFetchNextPageError`), only `fetchNextPage` tries again. `loadAtLeast` loads pages until there are this many rows
 * and returns all of them; throws if one can't be loaded.
 */
export function useInfiniteRead<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions = {}) {
  const organization = currentOrganization()
  const queryKey = [...keyOf(endpoint, input, organization), 'pages']
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      call(endpoint, pageParam === null ? input : following(input, pageParam), { signal, organization }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { next: string | null }).next,
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
    ...((options.enabled ?? true)
      ? arrivedOf(endpoint, input, (body) => ({ pages: [body], pageParams: [null as string | null] }))
      : {}),
  })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  // The end can become visible again before the screen knows that the next page is loading,
  const isAsked = useRef(false)
  const name = hashKey(queryKey)
  const onEnd = useCallback(
    (shown?: number) => {
      if (!hasNextPage || isFetchingNextPage || isFetchNextPageError || isAsked.current) return
      // or before it shows a page that has arrived.
      const newest = queryClient.getQueryCache().get<Pages>(name)?.state.data
      if (shown !== undefined && itemsOf<E>(newest).length > shown) return
      isAsked.current = true
      void fetchNextPage().finally(() => (isAsked.current = false))
    },
    [name, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage],
  )
  const loadAtLeast = async (count: number) => {
    let read = { data, hasNextPage }
    while (read.hasNextPage && itemsOf<E>(read.data).length < count) {
      read = await fetchNextPage({ throwOnError: true })
    }
    return itemsOf<E>(read.data)
  }
  const items = useMemo(() => data && itemsOf<E>(data), [data])
  const first = data?.pages[0] as OutputOf<E> | undefined
  return { ...query, error: query.error as ApiError | null, items, first, onEnd, loadAtLeast }
}

type Pages = { pages: readonly unknown[] }

const itemsOf = <E extends Endpoint>(data: Pages | undefined): ItemOf<E>[] =>
  itemsOfPages((data?.pages ?? []) as readonly { items: readonly ItemOf<E>[] }[])
