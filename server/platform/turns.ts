/** Runs work on the same records one after the other. */
export type Turns = Readonly<{
  /**
   * Runs `work` after all earlier work in the same room that shares a key with it. Work waits only for earlier work, so
   * there is no deadlock.
   */
  take<T>(room: string, things: readonly string[], work: () => Promise<T>): Promise<T>
}>

type Turn = { things: ReadonlySet<string>; over: Promise<void> }

export function createTurns(): Turns {
  const rooms = new Map<string, Set<Turn>>()
  return {
    async take(room, things, work) {
      const turns = rooms.get(room) ?? new Set()
      rooms.set(room, turns)
      const before = [...turns].filter((turn) => things.some((thing) => turn.things.has(thing)))
      const { promise: over, resolve } = Promise.withResolvers<void>()
      const mine = { things: new Set(things), over }
      turns.add(mine)
      try {
        await Promise.all(before.map((turn) => turn.over))
        return await work()
      } finally {
        turns.delete(mine)
        if (turns.size === 0) rooms.delete(room)
        resolve()
      }
    },
  }
}
