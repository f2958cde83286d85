import type { Query } from '@tanstack/react-query'
import type { Noun } from '../../contract/endpoint.ts'
import { readMe } from '../../contract/me.ts'
import { firstReads } from './first-reads.ts'
import { queryClient } from './query-client.ts'
import { endpointIn, nounsIn, organizationIn } from './query-keys.ts'

/** Refetches everything visible that depends on these nouns, and marks the rest of it as stale. */
export function refetchNouns(nouns: readonly Noun[]): void {
  refetch(({ queryKey }) => nounsIn(queryKey).some((noun) => nouns.includes(noun)))
}

/** Refetches the person and their role. */
export function refetchMembership(): void {
  refetch(({ queryKey }) => endpointIn(queryKey) === readMe.name)
}

/** Refetches everything visible: after a lost connection it is unknown what changed. */
export function refetchAll(): void {
  refetch(() => true)
}

/**
 * Marks what was read for an organization earlier as stale, when a tab switches to it: while a tab works in another one
 * it isn't notified of changes.
 */
export function markOrganizationStale(organization: string): void {
  const isOfIt = ({ queryKey }: Query) => organizationIn(queryKey) === organization
  for (const query of queryClient.getQueryCache().findAll({ predicate: isOfIt })) query.invalidate()
}

/** The minimum interval between refetches, however many changes arrive: no one reads four numbers a second. */
const refetchIntervalMs = 250
/** Reads waiting to be repeated; further changes in the meantime are included. */
const queued = new WeakSet<Query>()
const refetchedAt = new WeakMap<Query, number>()

function refetch(predicate: (query: Query) => boolean): void {
  firstReads.forget()
  for (const query of queryClient.getQueryCache().findAll({ predicate })) {
    query.invalidate()
    if (query.isActive() && !queued.has(query)) void refetchAfterCurrent(query)
  }
}

/**
 * Reads again after the current read, which began before the change. That one isn't aborted, or a list of many pages
 * would never be complete in a busy hour.
 */
async function refetchAfterCurrent(query: Query): Promise<void> {
  queued.add(query)
  const delayMs = (refetchedAt.get(query) ?? 0) + refetchIntervalMs - Date.now()
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  // The screen that shows the query reports failures; here it only means that the read is over.
  if (query.state.fetchStatus !== 'idle') await query.fetch(undefined, { cancelRefetch: false }).catch(() => null)
  queued.delete(query)
  // No longer displayed: it stays stale, whatever the read that began before the change has returned since.
  if (!query.isActive()) return query.invalidate()
  refetchedAt.set(query, Date.now())
  await query.fetch(undefined, { cancelRefetch: false }).catch(() => null)
}
