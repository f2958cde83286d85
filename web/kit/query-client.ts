import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { firstReads } from './first-reads.ts'
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

const forgotten = new Set<() => void>()

/** Also clears what a part of the app remembers for a person: sign-in doesn't load that part. */
export function whenPersonIsForgotten(forget: () => void): void {
  forgotten.add(forget)
}

/**
 * Clears what was read for a person. Reads for everyone stay: the sign-in may be waiting for one, and would never be
 * notified once it is cleared.
 */
export function forgetPerson(): void {
  firstReads.forget()
  for (const forget of forgotten) forget()
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.['isForEveryone'] !== true })
  queryClient.getMutationCache().clear()
}
