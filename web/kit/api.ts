import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { currentOrganization } from './organization.ts'
import { keyOf, queryClient } from './query-client.ts'
import { accessToken } from './session.ts'

export { ApiError, messageOf } from './api-error.ts'
export { call, download } from './call.ts'
export { useCommand } from './use-command.ts'

type ReadOptions = Readonly<{
  /** False waits (for a choice that isn't made yet, for a closed panel). */
  enabled?: boolean
  /** True shows the last data while the next input loads: for search boxes and filters. */
  keepPrevious?: boolean
  /** Retries at this interval while it fails: for data that nothing works without. */
  retryFailedEveryMs?: number
}>

/** Reads one endpoint and keeps the data up to date. */
export function useRead<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions = {}) {
  return useQuery<OutputOf<E>, ApiError>({
    ...readOf(endpoint, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state }) => (state.status === 'error' && options.retryFailedEveryMs) || false,
  })
}

function readOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  // A later refetch still belongs to the organization in the query's key.
  const organization = currentOrganization()
  return {
    queryKey: keyOf(endpoint, input, organization),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal, organization }),
  }
}

/** Requests a screen's data while its code is loading. Does nothing if no one is signed in. */
export function readAhead<E extends Endpoint>(endpoint: E, input: InputOf<E>): void {
  accessToken()
    .then((token) => (token === null ? undefined : queryClient.prefetchQuery(readOf(endpoint, input))))
    // The screen's own read reports errors.
    .catch(() => undefined)
}

function following<Input>(input: Input, cursor: string): Input {
  return { limit: limits.pageSizeFollowing, ...input, cursor }
}

/** A row of a paged endpoint. */
export type ItemOf<E extends Endpoint> = OutputOf<E> extends { items: (infer T)[] } ? T : never

/**
 * Reads a list page by page: the initial rows first, more at a time while scrolling, unless the input sets the number.
 * `items` are all rows so far; `fetchNextPage` loads the next page.
 */
export function useInfiniteRead<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions = {}) {
  const organization = currentOrganization()
  const query = useInfiniteQuery({
    queryKey: [...keyOf(endpoint, input, organization), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(endpoint, pageParam === null ? input : following(input, pageParam), { signal, organization }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { next: string | null }).next,
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
  })
  const items = query.data?.pages.flatMap((page) => (page as { items: ItemOf<E>[] }).items)
  const first = query.data?.pages[0] as OutputOf<E> | undefined
  return { ...query, error: query.error as ApiError | null, items, first }
}
