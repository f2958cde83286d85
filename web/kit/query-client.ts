import { type Query, QueryClient } from '@tanstack/react-query'
import type { Endpoint, Noun } from '../../contract/endpoint.ts'
import { readMe } from '../../contract/me.ts'
import { ApiError } from './api-error.ts'
import { firstReads } from './first-reads.ts'
import { nounsOf } from './nouns.ts'
import { retriesMax } from './repeat-until-known.ts'

/** The browser's cache. The server's events keep it fresh, so data isn't refetched just because time passed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // No response or a busy server: two more attempts, one after a server error. A refusal is a result and is shown
      // immediately.
      retry: (failures, error) => failures < retriesMax(error, 2) && error instanceof ApiError && !error.connectionLost,
      retryDelay: (failures) => 300 * 2 ** failures,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The meta of reads that are the same for everyone, signed in or not. */
export const forEveryone = { isForEveryone: true } as const

/**
 * Clears what was read for a person. Reads for everyone stay: the sign-in may be waiting for one, and would never be
 * notified once it is cleared.
 */
export function forgetPerson(): void {
  firstReads.forget()
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.['isForEveryone'] !== true })
  queryClient.getMutationCache().clear()
}

/**
 * The key of one read: its nouns first, so that a change finds it; then the endpoint, the input and its organization.
 */
export function keyOf(endpoint: Endpoint, input: unknown, organization: string | null): readonly unknown[] {
  return ['api', nounsOf(endpoint), endpoint.name, input, organization]
}

/** Data read for an organization earlier is stale: while a tab works in another one it isn't notified of changes. */
export function organizationEntered(organization: string): void {
  const ofIt = ({ queryKey }: Query) => queryKey[0] === 'api' && queryKey[4] === organization
  for (const query of queryClient.getQueryCache().findAll({ predicate: ofIt })) query.invalidate()
}

/** Refetches everything visible that depends on these nouns, and marks the rest of it as stale. */
export function nounsChanged(nouns: readonly Noun[]): void {
  refetch(
    ({ queryKey }) => queryKey[0] === 'api' && nouns.some((noun) => (queryKey[1] as readonly Noun[]).includes(noun)),
  )
}

/** Reloads the person and their role. */
export function refetchMembership(): void {
  refetch(({ queryKey }) => queryKey[2] === readMe.name)
}

/** Refetches everything visible: after a lost connection it is unknown what changed. */
export function everythingChanged(): void {
  refetch(() => true)
}

/** The minimum interval between refetches, however many changes arrive: no one reads four numbers a second. */
const calmMs = 250
/** Reads waiting to be repeated; further changes in the meantime are included. */
const waiting = new WeakSet<Query>()
const readAt = new WeakMap<Query, number>()

function refetch(predicate: (query: Query) => boolean): void {
  firstReads.forget()
  for (const query of queryClient.getQueryCache().findAll({ predicate })) {
    query.invalidate()
    if (query.isActive() && !waiting.has(query)) void readAgain(query)
  }
}

/**
 * Reads again after the current read, which began before the change. That one isn't aborted, or a list of many pages
 * would never be complete in a busy hour.
 */
async function readAgain(query: Query): Promise<void> {
  waiting.add(query)
  const calm = (readAt.get(query) ?? 0) + calmMs - Date.now()
  if (calm > 0) await new Promise((resolve) => setTimeout(resolve, calm))
  // The screen that shows the query reports failures; here it only means that the read is over.
  if (query.state.fetchStatus !== 'idle') await query.fetch(undefined, { cancelRefetch: false }).catch(() => null)
  waiting.delete(query)
  // No longer displayed: it stays stale, whatever the read that began before the change has returned since.
  if (!query.isActive()) return query.invalidate()
  readAt.set(query, Date.now())
  await query.fetch(undefined, { cancelRefetch: false }).catch(() => null)
}
