import { limits } from '../../contract/limits.ts'
import { createFairQueue, type Leave, TooBusy } from './fair-queue.ts'
import { refuse } from './refusal.ts'

/** How many connections there are, the number of PostgreSQL's processors if it is known, and a factor for timeouts. */
type Options = { maxConnections: number; processors: number | undefined; patience: number }

/** How busy the connections are: now, and since the start. */
export type ConnectionLoad = Readonly<{
  inUse: number
  /** Transactions that wait for a connection. */
  waiting: number
  /** Transactions that got none in time. */
  refused: number
  waitedSeconds: number
}>

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
  let refused = 0
  let waitedMs = 0
  return {
    /** How many of the connections are kept for organizations that have none. */
    reserved,
    /**
     * Returns a function that gives the connection back, which is one of the last if it `isReserved`. Without an
     * organization, it is for the server itself.
     */
    async enter(org_id: string | undefined, isRead: boolean): Promise<Leave> {
      const since = performance.now()
      try {
        return await queue.enter(org_id ?? 'the server itself', { priority: isRead, isOurs: org_id === undefined })
      } catch (error) {
        if (!(error instanceof TooBusy)) throw error
        refused += 1
        refuse('busy')
      } finally {
        waitedMs += performance.now() - since
      }
    },
    load(): ConnectionLoad {
      const { taken, waiting } = queue.counts()
      return { inUse: taken, waiting, refused, waitedSeconds: waitedMs / 1_000 }
    },
  }
}
