import { createSharedWork, type WhenShared } from './shared-work.ts'

/**
 * Admits a limited number at once, per key and in total. Callers who wait too long, or arrive when too many wait, are
 * refused with `TooBusy`.
 */
export type FairQueue = Readonly<{
  /**
   * Returns a function that leaves. With `priority`, more of the reserved slots may be used; with `isOurs`, the key
   * doesn't count as one that the queue is shared with. Rejects with `TooBusy` if no slot was free in time.
   */
  enter(key: string, options?: EnterOptions): Promise<Leave>
  /** How many slots are taken, and how many callers wait for one. */
  counts(): Readonly<{ taken: number; waiting: number }>
}>

/** Gives the slot back; calling it again does nothing. `isReserved`: it is one of the reserved slots. */
export type Leave = (() => void) & Readonly<{ isReserved: boolean }>

type EnterOptions = { priority?: boolean; isOurs?: boolean }

/** Omitted limits are unbounded. */
export type QueueLimits = Readonly<{
  perKey?: number
  inAll?: number
  /**
   * Of `inAll`, the slots that are kept for keys that have none. Such a key may take one of the first half of them,
   * with `priority` any. A key that already has slots may take one with `priority`, while no other is in use. While
   * others keep a shared queue busy, a key that uses little of it takes these first.
   */
  reserved?: number
  whenShared?: WhenShared
  waitMs?: number
  /** How many may wait, in total and for each key. */
  waitingMax?: number
  waitingPerKey?: number
}>

type Slot = Readonly<{ key: string; isReserved: boolean; since: number }>
type Waiting = { priority: boolean; begin: (slot: Slot) => void }

/**
 * A queue that is fair between keys: a free slot goes to the waiting key with the fewest slots, and among those to the
 * one that has waited longest since its last slot. Within a key, first come, first served, except entries that only a
 * reserved slot can take.
 */
// oxlint-disable-next-line max-lines-per-function -- its steps share the slots
export function createFairQueue(limits: QueueLimits): FairQueue {
  const { waitMs, waitingMax = Infinity, waitingPerKey = Infinity } = limits
  const slots = createSlots(limits)
  /** By key, in the order of their last slots. */
  const waiting = new Map<string, Waiting[]>()
  let waitingCount = 0
  let untilRoom: NodeJS.Timeout | undefined

  const letNextIn = (): boolean => {
    let next: { key: string; entry: Waiting; slot: Slot } | undefined
    for (const [key, queue] of waiting) {
      if (next && slots.takenBy(next.key) <= slots.takenBy(key)) continue
      const found = firstThatMayEnter(key, queue)
      if (found) next = { key, ...found }
    }
    if (!next) return false
    const { key, entry, slot } = next
    const queue = remove(key, entry)
    // Its next slot comes after those of all other keys.
    if (queue && waiting.delete(key)) waiting.set(key, queue)
    entry.begin(slot)
    return true
  }

  const firstThatMayEnter = (key: string, queue: readonly Waiting[]) => {
    const slot = slots.freeFor(key, false) ?? slots.freeFor(key, true)
    const entry = slot?.isReserved ? queue.find((one) => slots.freeFor(key, one.priority)) : queue[0]
    return slot && entry && { entry, slot }
  }

  const letIn = () => {
    while (letNextIn());
    lookAgain()
  }

  /** There can be room without a slot being freed. */
  const lookAgain = () => {
    const roomInMs = waitingCount > 0 ? slots.roomInMs() : undefined
    if (roomInMs === undefined || untilRoom) return
    untilRoom = setTimeout(() => {
      untilRoom = undefined
      letIn()
    }, roomInMs)
  }

  /** Returns the entries still waiting for the key. */
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

  const wait = (key: string, priority: boolean): Promise<Slot> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        priority,
        begin: (slot) => {
          clearTimeout(tooLong)
          slots.take(slot)
          resolve(slot)
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
      lookAgain()
    })

  return {
    async enter(key, { priority = false, isOurs = false } = {}) {
      if (!isOurs) slots.noteUse(key)
      // Waiting entries come first, if there is room since the last check.
      if (waitingCount > 0) letIn()
      let slot = slots.freeFor(key, priority)
      if (slot) slots.take(slot)
      else if (waitingCount >= waitingMax || (waiting.get(key)?.length ?? 0) >= waitingPerKey) throw new TooBusy()
      else slot = await wait(key, priority)
      if (!isOurs) slots.noteUse(key)
      const mine = slot
      let left = false
      const leave = () => {
        if (left) return
        left = true
        slots.leave(mine)
        letIn()
      }
      return Object.assign(leave, { isReserved: mine.isReserved })
    },
    counts: () => ({ taken: slots.taken(), waiting: waitingCount }),
  }
}

/** The slots of a queue: which are taken, by which key, and which are at work. */
function createSlots({ perKey = Infinity, inAll = Infinity, reserved = 0, whenShared }: QueueLimits) {
  const taken = new Map<string, number>()
  let common = 0
  let beyond = 0
  const work = whenShared && createSharedWork(whenShared)

  const takenBy = (key: string) => taken.get(key) ?? 0

  const hasReservedFor = (key: string, priority: boolean) => {
    if (takenBy(key) === 0) return beyond < (priority ? reserved : Math.ceil(reserved / 2))
    return priority && beyond === 0 && reserved > 0
  }

  return {
    takenBy,
    taken: () => common + beyond,
    noteUse: (key: string) => work?.noteUse(key),
    /** The slot that the key may take now, if any. */
    freeFor(key: string, priority: boolean): Slot | undefined {
      if (takenBy(key) >= perKey || work?.isFull(takenBy(key))) return undefined
      const since = performance.now()
      if (work?.usesLittle(key) && takenBy(key) === 0 && hasReservedFor(key, priority))
        return { key, isReserved: true, since }
      if (common < inAll - reserved) return { key, isReserved: false, since }
      return hasReservedFor(key, priority) ? { key, isReserved: true, since } : undefined
    },
    take(slot: Slot): void {
      taken.set(slot.key, takenBy(slot.key) + 1)
      if (slot.isReserved) beyond += 1
      else common += 1
      work?.begin(slot)
    },
    leave(slot: Slot): void {
      const left = takenBy(slot.key) - 1
      if (left === 0) taken.delete(slot.key)
      else taken.set(slot.key, left)
      if (slot.isReserved) beyond -= 1
      else common -= 1
      work?.end(slot)
    },
    /**
     * In how many milliseconds there may be room although no slot is freed; undefined if only a freed slot can make
     * room.
     */
    roomInMs: () => work?.roomInMs(),
  }
}

export class TooBusy extends Error {}
