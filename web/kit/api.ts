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
  /** False waits (for a choice that is not made yet, for a panel that is closed). */
  enabled?: boolean
  /** True shows the last answer while the next input loads: for search boxes and filters. */
  keepPrevious?: boolean
  /** Asks again this often while it fails: for what nothing works without. */
  retryFailedEveryMs?: number
}>

/** Reads one endpoint and keeps the answer fresh. */
export function useRead<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions = {}) {
  return useQuery<OutputOf<E>, ApiError>({
    ...readOf(endpoint, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state }) => (state.status === 'error' && options.retryFailedEveryMs) || false,
  })
}

function readOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  // Asked again later, it is still of the organization under whose key the answer is kept.
  const organization = currentOrganization()
  return {
    queryKey: keyOf(endpoint, input, organization),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal, organization }),
  }
}

/** Asks for what a screen will read, while its code is still on the way. Asks nothing when no one is signed in. */
export function readAhead<E extends Endpoint>(endpoint: E, input: InputOf<E>): void {
  accessToken()
    .then((token) => (token === null ? undefined : queryClient.prefetchQuery(readOf(endpoint, input))))
    // The screen's own read says what is wrong.
    .catch(() => undefined)
}

function following<Input>(input: Input, cursor: string): Input {
  return { limit: limits.pageSizeFollowing, ...input, cursor }
}

/** A row of an endpoint whose answers come in pages. */
export type ItemOf<E extends Endpoint> = OutputOf<E> extends { items: (infer T)[] } ? T : never

/**
 * Reads a paged list page by page: what a screen shows first, more at a time as someone scrolls on, unless the input
 * says how many. `items` are all rows so far; `fetchNextPage` brings the following page.
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
