import { expect } from 'vitest'
import type { Database } from '../platform/db.ts'
import { noCounts } from '../platform/run-group.ts'
import { RefusedError, testApp, type TestApp, type TestOptions } from './app.ts'

type GroupingApp = TestApp & {
  /**
   * Sends requests so that all of them have arrived before the first one runs, however busy the machine is. The first
   * arrives alone, so it isn't part of a group.
   */
  gather<T>(requests: readonly (() => Promise<T>)[]): Promise<Gathered<T>>
}

/** The responses, and the changes of the group counters meanwhile. */
type Gathered<T> = {
  result: T[]
  groups: number
  members: number
  left: number
  wrongGuesses: number
  /** Groups that were rolled back although no command outside held a lock that they needed. */
  failedGroups: number
}

/** A server whose transactions can be held back. */
export async function groupingApp(options: Omit<TestOptions, 'database'> = {}): Promise<GroupingApp> {
  let opened = Promise.resolve()
  const heldBack = (db: Database): Database => ({
    ...db,
    async transaction(scope, work, transactionOptions) {
      if (scope) await opened
      return db.transaction(scope, work, transactionOptions)
    },
  })
  const app = await testApp({ ...options, database: heldBack })
  return {
    ...app,
    async gather(requests) {
      const { promise, resolve: open } = Promise.withResolvers<void>()
      opened = promise
      try {
        return await counted(app, async () => {
          const sent = await sendAll(app, requests)
          open()
          return Promise.all(sent)
        })
      } finally {
        open()
      }
    },
  }
}

/**
 * Does the same work on this server and on one that runs each command alone. `work` returns its result, and how many
 * commands ran in groups, which is returned for this server.
 */
export async function inGroupsAndOneByOne<T>(
  app: GroupingApp,
  work: (one: GroupingApp) => Promise<{ members: number; result: T }>,
): Promise<{ members: number; inGroups: T; oneByOne: T }> {
  const [grouped, single] = await Promise.all([work(app), groupingApp({ groupPosting: false }).then(work)])
  return { members: grouped.members, inGroups: grouped.result, oneByOne: single.result }
}

/** Resolves when each request waits for its transaction, or was refused before. */
async function sendAll<T>({ app }: TestApp, requests: readonly (() => Promise<T>)[]): Promise<Promise<T>[]> {
  const { groups } = app
  if (!groups) return requests.map((send) => send())
  const before = groups.counts().commands
  let finished = 0
  const sent: Promise<T>[] = []
  const arrived = () => groups.counts().commands - before + finished
  for (const [n, send] of requests.entries()) {
    const request = send()
    request.catch(() => {}).finally(() => (finished += 1))
    sent.push(request)
    if (n === 0) await expect.poll(arrived, { interval: 5 }).toBe(1)
  }
  await expect.poll(arrived, { interval: 5 }).toBe(requests.length)
  return sent
}

async function counted<T>({ app }: TestApp, work: () => Promise<T[]>): Promise<Gathered<T>> {
  const counts = () => app.groups?.counts() ?? noCounts
  const before = counts()
  const result = await work()
  const after = counts()
  const since = (name: keyof typeof after) => after[name] - before[name]
  return {
    result,
    groups: since('groups'),
    members: since('members'),
    left: since('left'),
    wrongGuesses: since('wrongGuesses'),
    failedGroups: since('fallbacks') - since('lockTimeouts'),
  }
}

/** Sends a command with an id again while the server is too busy, as programs do. */
export async function untilAccepted<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'busy') return untilAccepted(send)
    throw error
  }
}

/** The code of a refusal, or the response. */
export async function answerOrCode<T>(attempt: Promise<T>): Promise<T | string> {
  return attempt.catch((error: unknown) => {
    if (error instanceof RefusedError) return error.code
    throw error
  })
}
