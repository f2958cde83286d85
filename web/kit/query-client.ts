import { QueryClient } from '@tanstack/react-query'
import type { Endpoint, Noun } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { nounsOf } from './nouns.ts'

/** The browser's copy of what it has read. Kept fresh by the server's events, so an answer is not asked again only because time passed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // No answer or a busy server: try twice more. A refusal is an answer and is shown at once.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && error.outcomeUnknown && !error.connectionLost,
      retryDelay: (failures) => 300 * 2 ** failures,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The key of one read: its nouns first, so that a change finds it; then the endpoint and the input. */
export function keyOf(endpoint: Endpoint, input: unknown): readonly unknown[] {
  return ['api', nounsOf(endpoint), endpoint.name, input]
}

/** Refetches everything on screen that is made of these nouns, and marks the rest of it as old. */
export function nounsChanged(nouns: readonly Noun[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] === 'api' && nouns.some((noun) => (queryKey[1] as readonly Noun[]).includes(noun)),
  })
}

/** Refetches everything on screen: after a lost connection nobody knows what changed meanwhile. */
export function everythingChanged(): void {
  void queryClient.invalidateQueries()
}
