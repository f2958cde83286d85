import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { firstReads } from './first-reads.ts'
import { currentOrganization } from './organization.ts'
import { queryClient } from './query-client.ts'
import { keyOf } from './query-keys.ts'
import { wireRequest } from './request.ts'
import { watchRole } from './watch-role.ts'
import { accessToken, signedInUser } from './session.ts'

export type ReadOptions = Readonly<{
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
export function arrivedOf<E extends Endpoint, Data>(
  endpoint: E,
  input: InputOf<E>,
  dataOf: (body: OutputOf<E>) => Data,
) {
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

/** A row of a paged endpoint. */
export type ItemOf<E extends Endpoint> = OutputOf<E> extends { items: (infer T)[] } ? T : never
