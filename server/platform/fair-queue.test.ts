import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { createFairQueue, TooBusy, type FairQueue } from './fair-queue.ts'

test('limits how many enter per key and in all, in order of arrival; one that waits too long is refused', async () => {
  const queue = createFairQueue({ perKey: 2, inAll: 3, waitMs: 50 })
  const [first, second] = await Promise.all([queue.enter('a'), queue.enter('a')])
  const third = queue.enter('a').catch((error: unknown) => error)
  const other = await queue.enter('b')
  await expect(queue.enter('c')).rejects.toBeInstanceOf(TooBusy)
  expect(await third).toBeInstanceOf(TooBusy)
  const order: string[] = []
  const waiting = ['a', 'c'].map(async (key) => {
    const leave = await queue.enter(key)
    order.push(key)
    return leave
  })
  // Both wait for a slot in total; "a" also waits for one of its own.
  other()
  await waiting[1]
  first()
  // Leaving twice is leaving once.
  first()
  const last = await Promise.all(waiting)
  expect(order).toEqual(['c', 'a'])
  for (const leave of [second, ...last]) leave()
  const again = await Promise.all([queue.enter('a'), queue.enter('a'), queue.enter('b')])
  expect(again).toHaveLength(3)
})

test('limits how many wait; without a time limit they wait for a slot', async () => {
  const queue = createFairQueue({ inAll: 1, waitingMax: 1 })
  const leave = await queue.enter('a')
  const second = queue.enter('b')
  await expect(queue.enter('c')).rejects.toBeInstanceOf(TooBusy)
  leave()
  ;(await second)()
  ;(await queue.enter('c'))()
})

test('a key that waits with as many as it may leaves places for others', async () => {
  const queue = createFairQueue({ inAll: 1, waitingMax: 3, waitingPerKey: 2 })
  const leave = await queue.enter('a')
  const waiting = [queue.enter('a'), queue.enter('a')]
  await expect(queue.enter('a')).rejects.toBeInstanceOf(TooBusy)
  waiting.push(queue.enter('b'))
  leave()
  await Promise.all(waiting.map(async (one) => (await one)()))
})

test('a free slot goes to the key with the fewest, then to the one that has waited longest', async () => {
  const queue = createFairQueue({ inAll: 3 })
  const leaves = [await queue.enter('a'), await queue.enter('a'), await queue.enter('b')]
  const order: string[] = []
  for (const key of ['a', 'a', 'b', 'b', 'c', 'd', 'c'])
    void queue.enter(key).then((leave) => {
      order.push(key)
      leaves.push(leave)
    })
  for (let round = 0; round < 7; round++) {
    leaves.shift()?.()
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  expect(order).toEqual(['c', 'a', 'b', 'd', 'c', 'a', 'b'])
})

test('the last slots are for keys without one, and the very last for those of them with priority', async () => {
  const queue = createFairQueue({ inAll: 14, perKey: 10, reserved: 4 })
  const entered: string[] = []
  const enter = async (key: string, priority = false, times = 1) => {
    for (let time = 0; time < times; time++)
      void queue.enter(key, { priority }).then(() => entered.push(`${key}${priority ? ' with priority' : ''}`))
    await new Promise(setImmediate)
    return entered.splice(0)
  }
  expect(await enter('a', false, 9)).toHaveLength(9)
  expect(await enter('b', false, 9)).toEqual(['b'])
  // Ten slots are taken. With priority, a key that has a slot gets one more; after that, only keys without one do.
  expect(await enter('b', true)).toEqual(['b with priority'])
  expect(await enter('a', true)).toEqual([])
  expect(await enter('c')).toEqual(['c'])
  expect(await enter('d')).toEqual([])
  expect(await enter('e', true)).toEqual(['e with priority'])
  expect(await enter('e', true)).toEqual([])
  expect(await enter('f', true)).toEqual(['f with priority'])
})

test('the first read of another key gets a slot, whatever writes wait for rows and however many reads one key has', async () => {
  const manyWrites = createFairQueue({ inAll: 14, perKey: 10, reserved: 4 })
  for (let key = 0; key < 50; key++) for (let time = 0; time < 20; time++) void manyWrites.enter(`writes ${key}`)
  expect(await entersNow(manyWrites, 'another')).toBe(true)
  const manyReads = createFairQueue({ inAll: 14, perKey: 10, reserved: 4 })
  for (const key of ['a', 'b']) for (let time = 0; time < 20; time++) void manyReads.enter(key, { priority: true })
  expect(await entersNow(manyReads, 'another')).toBe(true)
  expect(await entersNow(manyReads, 'one more')).toBe(true)
})

/** Whether a read of this key gets a slot without one being freed. */
async function entersNow(queue: FairQueue, key: string): Promise<boolean> {
  let entered = false
  void queue.enter(key, { priority: true }).then(() => (entered = true))
  await new Promise(setImmediate)
  return entered
}

test('a write gets its slot while reads of the same key never stop, of which one may use a reserved slot', async () => {
  const queue = createFairQueue({ inAll: 14, perKey: 10, reserved: 4 })
  let hasWritten = false
  let reads = 0
  const leaves: (() => void)[] = []
  const read = async (key: string) => {
    leaves.push(await queue.enter(key, { priority: true }))
    reads += 1
  }
  const readers = ['a', 'b'].flatMap((key) => Array.from({ length: 20 }, () => key))
  for (const key of readers) void read(key)
  void queue.enter('a').then(() => (hasWritten = true))
  await new Promise(setImmediate)
  for (let round = 0; round < 60 && !hasWritten; round++) {
    leaves.shift()?.()
    void read(round % 2 === 0 ? 'a' : 'b')
    await new Promise(setImmediate)
  }
  expect(hasWritten).toBe(true)
  // Those that came before it, and as many of the other key.
  expect(reads).toBeLessThanOrEqual(60)
})

describe('a queue that is shared', () => {
  const shared = {
    inAll: 14,
    perKey: 10,
    reserved: 4,
    whenShared: { atWork: 4, few: 2, more: 4, workMs: 100, sharedMs: 1_000 },
  }
  const opened = () => {
    const queue = createFairQueue(shared)
    const leaves: Record<string, (() => void)[]> = {}
    const enter = async (key: string, times = 1, isOurs = false) => {
      for (let time = 0; time < times; time++)
        void queue.enter(key, { isOurs }).then((leave) => (leaves[key] ??= []).push(leave))
      await vi.advanceTimersByTimeAsync(0)
      return leaves[key]?.length ?? 0
    }
    return { enter, leaves, held: (key: string) => leaves[key]?.length ?? 0 }
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('gives a single key all slots, whatever the server itself does', async () => {
    const { enter } = opened()
    await enter('the server', 1, true)
    expect(await enter('a', 12)).toBe(9)
    await enter('the server', 1, true)
    expect(await enter('a')).toBe(9)
  })

  it('limits how many work at once, and a key with few starts immediately', async () => {
    const { enter, leaves, held } = opened()
    await enter('c')
    expect(await enter('a', 20)).toBe(3)
    expect(await enter('b', 20)).toBe(2)
    expect(await enter('c', 20)).toBe(2)
    expect(await enter('d')).toBe(1)
    // Eight are the limit for everyone.
    expect(await enter('e')).toBe(0)
    // The first that leaves makes room for the key that has none. Those with two wait until fewer than four work.
    leaves['a']?.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect([held('a'), held('b'), held('c'), held('e')]).toEqual([2, 2, 2, 1])
    for (const key of ['d', 'e', 'c', 'c']) leaves[key]?.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect([held('a'), held('b'), held('c')]).toEqual([2, 2, 2])
  })

  it('gives a reserved slot first to a key that uses little while others keep it busy', async () => {
    const queue = createFairQueue(shared)
    const use = async (key: string, ms: number) => {
      const leave = await queue.enter(key)
      await vi.advanceTimersByTimeAsync(ms)
      leave()
      return leave.isReserved
    }
    // As long as little is used at all, none does.
    expect([await use('a', 40), await use('b', 40), await use('c', 5)]).toEqual([false, false, false])
    expect([await use('a', 40), await use('b', 40), await use('c', 5)]).toEqual([false, false, true])
    const leave = await queue.enter('c')
    expect([leave.isReserved, await use('c', 5)]).toEqual([true, false])
    leave()
    // A key that uses more than half of an equal share is like the others, and so is one that the others have left.
    expect([await use('c', 60), await use('c', 5)]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await use('c', 5)).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([await use('a', 200), await use('b', 1), await use('b', 1)]).toEqual([false, true, true])
  })

  it('replaces those that take long, which probably wait for something', async () => {
    const { enter, held } = opened()
    await enter('b')
    expect(await enter('a', 20)).toBe(3)
    expect(held('b')).toBe(1)
    await vi.advanceTimersByTimeAsync(99)
    expect(held('a') + held('b')).toBe(4)
    await vi.advanceTimersByTimeAsync(1)
    expect(held('a') + held('b')).toBe(8)
  })

  it("doesn't check again and again while only a slot that ends can make room", async () => {
    const { enter } = opened()
    expect(await enter('a', 20)).toBe(10)
    await vi.advanceTimersByTimeAsync(500)
    expect(vi.getTimerCount()).toBe(0)
    await enter('b', 20)
    await vi.advanceTimersByTimeAsync(500)
    await enter('a')
    await vi.advanceTimersByTimeAsync(500)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives one key everything again a second after the others have stopped', async () => {
    for (const [passed, mayHave] of [
      [999, 4],
      [1_000, 10],
    ] as const) {
      const { enter, leaves } = opened()
      await enter('b')
      leaves['b']?.shift()?.()
      await vi.advanceTimersByTimeAsync(passed)
      expect(await enter('a', 12)).toBe(mayHave)
    }
  })
})
