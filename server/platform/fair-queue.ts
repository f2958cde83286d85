/**
 * Admits a limited number at once, per key and in total. Callers who wait too long, or arrive when too many wait, are
 * refused with `TooBusy`.
 */
export type FairQueue = Readonly<{
  /**
   * Returns a function that leaves. With `priority`, more of the reserved slots may be used. Rejects with `TooBusy` if
   * no slot was free in time.
   */
  enter(key: string, options?: { priority?: boolean }): Promise<() => void>
}>

/** Omitted limits are unbounded. */
export type QueueLimits = Readonly<{
  perKey?: number
  inAll?: number
  /**
   * The last slots of `inAll`. A key that already has a slot leaves them free, except one that it may use with
   * priority; the first entry of a key may use half of them, with priority all.
   */
  reserved?: number
  waitMs?: number
  waitingMax?: number
}>

type Waiting = { priority: boolean; begin: () => void }

/**
 * A queue that is fair between keys: a free slot goes to the waiting key with the fewest slots, and among those to the
 * one that has waited longest since its last slot. Within a key, first come, first served, except entries that only a
 * reserved slot can take.
 */
// oxlint-disable-next-line max-lines-per-function -- its steps share one count of slots
export function createFairQueue(limits: QueueLimits): FairQueue {
  const { perKey = Infinity, inAll = Infinity, reserved = 0, waitMs, waitingMax = Infinity } = limits
  const taken = new Map<string, number>()
  /** By key, in the order of their last slots. */
  const waiting = new Map<string, Waiting[]>()
  let all = 0
  let waitingCount = 0

  const takenBy = (key: string) => taken.get(key) ?? 0
  const leavesFree = (key: string, priority: boolean) => {
    if (takenBy(key) === 0) return priority ? 0 : Math.floor(reserved / 2)
    return priority ? Math.max(reserved - 1, 0) : reserved
  }
  const mayEnter = (key: string, priority: boolean) => takenBy(key) < perKey && all < inAll - leavesFree(key, priority)

  const begin = (key: string) => {
    all += 1
    taken.set(key, takenBy(key) + 1)
  }

  const nextFor = (key: string, queue: Waiting[]) => queue.find(({ priority }) => mayEnter(key, priority))

  const letNextIn = (): boolean => {
    let next: { key: string; entry: Waiting } | undefined
    for (const [key, queue] of waiting) {
      if (next && takenBy(next.key) <= takenBy(key)) continue
      const entry = nextFor(key, queue)
      if (entry) next = { key, entry }
    }
    if (!next) return false
    const { key, entry } = next
    const queue = remove(key, entry)
    // Its next slot comes after those of all other keys.
    if (queue && waiting.delete(key)) waiting.set(key, queue)
    entry.begin()
    return true
  }

  /** Returns what still waits for the key. */
  const remove = (key: string, entry: Waiting): Waiting[] | undefined => {
    const queue = waiting.get(key) ?? []
    const index = queue.indexOf(entry)
    if (index >= 0) {
      queue.splice(index, 1)
      waitingCount -= 1
    }
    if (queue.length > 0) return queue
    waiting.delete(key)
    return undefined
  }

  const leave = (key: string) => {
    all -= 1
    const left = takenBy(key) - 1
    if (left === 0) taken.delete(key)
    else taken.set(key, left)
    while (letNextIn());
  }

  const wait = (key: string, priority: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        priority,
        begin: () => {
          clearTimeout(tooLong)
          begin(key)
          resolve()
        },
      }
      const giveUp = () => {
        remove(key, entry)
        reject(new TooBusy())
      }
      const tooLong = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      const queue = waiting.get(key)
      if (queue) queue.push(entry)
      else waiting.set(key, [entry])
      waitingCount += 1
    })

  return {
    async enter(key, { priority = false } = {}) {
      if (mayEnter(key, priority)) begin(key)
      else if (waitingCount >= waitingMax) throw new TooBusy()
      else await wait(key, priority)
      let left = false
      return () => {
        if (!left) leave(key)
        left = true
      }
    },
  }
}

export class TooBusy extends Error {}
