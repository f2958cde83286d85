import { type Query, QueryClient } from '@tanstack/react-query'
import type { Endpoint, Noun } from '../../contract/endpoint.ts'
import { readMe } from '../../contract/members.ts'
import { ApiError } from './api-error.ts'
import { nounsOf } from './nouns.ts'
import { retriesMax } from './repeat-until-known.ts'

/**
 * The browser's copy of what it has read. Kept fresh by the server's events, so an answer is not asked again only
 * because time passed.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // No answer or a busy server: try twice more, a fault once. A refusal is an answer and is shown at once.
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
 * Forgets what was read for a person. Reads for everyone stay: the sign-in may be waiting for one, and never hears of
 * it once it is forgotten.
 */
export function forgetPerson(): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.['isForEveryone'] !== true })
  queryClient.getMutationCache().clear()
}

/**
 * The key of one read: its nouns first, so that a change finds it; then the endpoint, the input and the organization it
 * is of.
 */
export function keyOf(endpoint: Endpoint, input: unknown, organization: string | null): readonly unknown[] {
  return ['api', nounsOf(endpoint), endpoint.name, input, organization]
}

/** What was read of an organization before is old: while a tab works in another one it hears of no change. */
export function organizationEntered(organization: string): void {
  const ofIt = ({ queryKey }: Query) => queryKey[0] === 'api' && queryKey[4] === organization
  for (const query of queryClient.getQueryCache().findAll({ predicate: ofIt })) query.invalidate()
}

/** Refetches everything on screen that is made of these nouns, and marks the rest of it as old. */
export function nounsChanged(nouns: readonly Noun[]): void {
  refetch(
    ({ queryKey }) => queryKey[0] === 'api' && nouns.some((noun) => (queryKey[1] as readonly Noun[]).includes(noun)),
  )
}

/** Reads once more who one is here and in which role. */
export function membershipDoubted(): void {
  refetch(({ queryKey }) => queryKey[2] === readMe.name)
}

/** Refetches everything on screen: after a lost connection no one knows what changed meanwhile. */
export function everythingChanged(): void {
  refetch(() => true)
}

/** More often than this nothing is read again, however many changes arrive: no one reads four numbers a second. */
const calmMs = 250
/** Reads that wait for their turn to be repeated; further changes meanwhile are part of that. */
const waiting = new WeakSet<Query>()
const readAt = new WeakMap<Query, number>()

function refetch(predicate: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate })) {
    query.invalidate()
    if (query.isActive() && !waiting.has(query)) void readAgain(query)
  }
}

/**
 * Reads once more, after what is under way: that began before the change. It is not broken off, or a list of many pages
 * would never be whole in a busy hour.
 */
async function readAgain(query: Query): Promise<void> {
  waiting.add(query)
  const calm = (readAt.get(query) ?? 0) + calmMs - Date.now()
  if (calm > 0) await new Promise((resolve) => setTimeout(resolve, calm))
  // Who shows the query hears of a failure; here it only means that the reading is over.
  if (query.state.fetchStatus !== 'idle') await query.fetch(undefined, { cancelRefetch: false }).catch(() => null)
  waiting.delete(query)
  // No one looks any more: it stays old, whatever the read that began before the change has answered since.
  if (!query.isActive()) return query.invalidate()
  readAt.set(query, Date.now())
  await query.fetch(undefined, { cancelRefetch: false }).catch(() => null)
}
