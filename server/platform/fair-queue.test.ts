import { expect, test } from 'vitest'
import { createFairQueue, TooBusy } from './fair-queue.ts'

test('so many enter per key, so many in all, in the order they came; who waits too long is refused', async () => {
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

test('so many wait and no more; without a time to wait they wait until there is a slot', async () => {
  const queue = createFairQueue({ inAll: 1, waitingMax: 1 })
  const leave = await queue.enter('a')
  const second = queue.enter('b')
  await expect(queue.enter('c')).rejects.toBeInstanceOf(TooBusy)
  leave()
  ;(await second)()
  ;(await queue.enter('c'))()
})

test('a free slot goes to the key that has the fewest, then to the one that has waited longest', async () => {
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

test('the last slots are for keys that have none, the very last for those of them with priority', async () => {
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

test('the first read of another key finds a slot, however many writes wait for rows and however many reads one key has', async () => {
  const manyWrites = createFairQueue({ inAll: 14, perKey: 10, reserved: 4 })
  for (let key = 0; key < 50; key++) for (let time = 0; time < 20; time++) void manyWrites.enter(`writes ${key}`)
  await manyWrites.enter('another', { priority: true })
  const manyReads = createFairQueue({ inAll: 14, perKey: 10, reserved: 4 })
  for (const key of ['a', 'b']) for (let time = 0; time < 20; time++) void manyReads.enter(key, { priority: true })
  await manyReads.enter('another', { priority: true })
  await manyReads.enter('one more', { priority: true })
})
