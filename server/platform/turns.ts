/**
 * Groups of one organisation do their work one after the other: a group that is admitted waits here for the one before
 * it, rather than for its locks, until that one has sent everything but its commit. Who waits has a connection already,
 * so no one waits for someone who has none.
 */
export function createTurns() {
  const last = new Map<string, Promise<void>>()
  return {
    async take<T>(org_id: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(org_id)
      const { promise, resolve: over } = Promise.withResolvers<void>()
      last.set(org_id, promise)
      try {
        await before
        return await work()
      } finally {
        over()
        if (last.get(org_id) === promise) last.delete(org_id)
      }
    },
  }
}
