/**
 * While more than one key used the queue in the last `sharedMs`, only `atWork` slots may be at work at the same moment:
 * more would only wait for each other's processors, and the next entry for all of them. A slot that was taken more than
 * `workMs` ago doesn't count, since it probably waits for something. A key with fewer slots than `few` enters beyond
 * that, while no more than `more` do.
 */
export type WhenShared = Readonly<{ atWork: number; few: number; more: number; workMs: number; sharedMs: number }>

/** A slot of a queue, with the time at which its key took it. */
type Slot = Readonly<{ key: string; since: number }>

/** When a key last asked for a slot or got one, and how long it had slots, in milliseconds as of `endedAt`. */
type Use = Readonly<{ at: number; ms: number; endedAt: number }>

/** In this time, what a key used counts half as much. */
const halfLifeMs = 500
/** A queue whose keys had slots for less than this, recently, isn't busy. */
const busyMs = 100

/** Which slots are at work, and whether more than one key uses them. */
export function createSharedWork({ atWork, few, more, workMs, sharedMs }: WhenShared) {
  /** In the order in which they were taken. */
  const working = new Set<Slot>()
  /** In the order in which keys last asked for a slot or got one. */
  const used = new Map<string, Use>()

  const forgetIdle = (now: number) => {
    for (const slot of working) {
      if (slot.since > now - workMs) break
      working.delete(slot)
    }
    for (const [key, { at }] of used) {
      if (at > now - sharedMs) break
      used.delete(key)
    }
  }

  return {
    noteUse(key: string): void {
      const now = performance.now()
      const { ms = 0, endedAt = now } = used.get(key) ?? {}
      used.delete(key)
      used.set(key, { at: now, ms, endedAt })
    },
    isFull(taken: number): boolean {
      forgetIdle(performance.now())
      return used.size > 1 && working.size >= (taken < few ? atWork + more : atWork)
    },
    /** Whether others keep the queue busy, while this key uses at most half of an equal share. */
    usesLittle(key: string): boolean {
      const own = used.get(key)
      if (own === undefined || used.size < 2) return false
      const now = performance.now()
      const all = used.values().reduce((sum, use) => sum + recentMs(use, now), 0)
      return all >= busyMs && recentMs(own, now) * used.size * 2 <= all
    },
    begin: (slot: Slot) => void working.add(slot),
    end(slot: Slot): void {
      working.delete(slot)
      const use = used.get(slot.key)
      const now = performance.now()
      if (use) used.set(slot.key, { at: use.at, ms: recentMs(use, now) + now - slot.since, endedAt: now })
    },
    roomInMs(): number | undefined {
      const now = performance.now()
      forgetIdle(now)
      const [oldest] = used.size > 1 ? working : []
      return oldest && oldest.since + workMs - now
    },
  }
}

const recentMs = ({ ms, endedAt }: Use, now: number) => ms * 2 ** ((endedAt - now) / halfLifeMs)
