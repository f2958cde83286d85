import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { firstReads } from './first-reads.ts'
import { currentOrganization } from './organization.ts'
import { queryClient } from './query-client.ts'
import { keyOf } from './query-keys.ts'
import { wireRequest } from './request.ts'
import { watchRole } from './watch-role.ts'
import { accessToken, signedInUser } from './session.ts'

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
  const { enabled = true } = options
  return useQuery<OutputOf<E>, ApiError>({
    ...readOf(endpoint, input),
    // A read that waits may have no address yet.
    ...(enabled ? arrivedOf(endpoint, input, (body: OutputOf<E>) => body) : {}),
    enabled,
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

/** The data that index.html has read for the first screen, as a query begins with it. */
function arrivedOf<E extends Endpoint, Data>(endpoint: E, input: InputOf<E>, dataOf: (body: OutputOf<E>) => Data) {
  if (!firstReads.any()) return {}
  let at: number | undefined
  return {
    initialData: (): Data | undefined => {
      const reader = { user: signedInUser(), organization: currentOrganization() }
      const answer = firstReads.takeArrived(wireRequest(endpoint, input).url, reader)
      if (!answer) return undefined
      at = answer.at
      // Not while a component is being rendered.
      queueMicrotask(() => watchRole(answer.role))
      return dataOf(answer.body as OutputOf<E>)
    },
    initialDataUpdatedAt: () => at,
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
 * `items` are all rows so far. `onEnd` loads the next page; if it failed (`isFetchNextPageError`), only `fetchNextPage`
 * tries again.
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
    ...((options.enabled ?? true)
      ? arrivedOf(endpoint, input, (body) => ({ pages: [body], pageParams: [null as string | null] }))
      : {}),
  })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  // The end can become visible again before the screen knows that the next page is loading.
  const isAsked = useRef(false)
  const onEnd = useCallback(() => {
    if (!hasNextPage || isFetchingNextPage || isFetchNextPageError || isAsked.current) return
    isAsked.current = true
    void fetchNextPage().finally(() => (isAsked.current = false))
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const items = useMemo(() => data?.pages.flatMap((page) => (page as { items: ItemOf<E>[] }).items), [data])
  const first = data?.pages[0] as OutputOf<E> | undefined
  return { ...query, error: query.error as ApiError | null, items, first, onEnd }
}
