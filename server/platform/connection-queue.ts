import { limits } from '../../contract/limits.ts'
import { createFairQueue, TooBusy } from './fair-queue.ts'
import { refuse } from './refusal.ts'

/** How many connections there are, the number of PostgreSQL's processors if it is known, and a factor for timeouts. */
type Options = { maxConnections: number; processors: number | undefined; patience: number }

/**
 * Hands out the connections of a pool (docs/decisions/0125). One organization never has all connections; organizations
 * with connections leave some to those without, and the last are for their reads; a free connection goes to the
 * organization with the fewest. While several organizations work, few transactions do at the same moment. Refuses busy
 * if no connection is free in time.
 */
export function createConnectionQueue({ maxConnections, processors, patience }: Options) {
  const reserved = Math.min(limits.connectionsForOthers, Math.floor(maxConnections / 2))
  const queue = createFairQueue({
    inAll: maxConnections,
    perKey: maxConnections - reserved,
    reserved,
    whenShared:
      processors === undefined
        ? undefined
        : {
            atWork: processors * limits.transactionsPerProcessor,
            few: limits.transactionsOfFew,
            more: limits.transactionsBeyond,
            workMs: limits.transactionWorkMs * patience,
            sharedMs: limits.databaseSharedMs * patience,
          },
    waitMs: limits.connectionWaitMs * patience,
    waitingMax: limits.requestsWaiting,
  })
  return {
    /** Returns a function that gives the connection back. Without an organization, it is for the server itself. */
    enter: (org_id: string | undefined, isRead: boolean) =>
      queue
        .enter(org_id ?? 'the server itself', { priority: isRead, isOurs: org_id === undefined })
        .catch((error: unknown) => {
          if (error instanceof TooBusy) refuse('busy')
          throw error
        }),
  }
}
