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
  // Both wait for a place in all; "a" waits for one of its own as well.
  other()
  await waiting[1]
  first()
  // To leave twice is to leave once.
  first()
  const last = await Promise.all(waiting)
  expect(order).toEqual(['c', 'a'])
  for (const leave of [second, ...last]) leave()
  const again = await Promise.all([queue.enter('a'), queue.enter('a'), queue.enter('b')])
  expect(again).toHaveLength(3)
})

test('so many wait and no more; without a time to wait they wait until there is a place', async () => {
  const queue = createFairQueue({ inAll: 1, waitingMax: 1 })
  const leave = await queue.enter('a')
  const second = queue.enter('b')
  await expect(queue.enter('c')).rejects.toBeInstanceOf(TooBusy)
  leave()
  ;(await second)()
  ;(await queue.enter('c'))()
})

test('a free place goes to the key that has the fewest, then to the one that has waited longest for a turn', async () => {
  const queue = createFairQueue({ inAll: 3 })
  const leaves = [await queue.enter('a'), await queue.enter('a'), await queue.enter('b')]
  const order: string[] = []
  for (const key of ['a', 'a', 'b', 'b', 'c', 'd', 'c'])
    void queue.enter(key).then((leave) => {
      order.push(key)
      leaves.push(leave)
    })
  for (let turn = 0; turn < 7; turn++) {
    leaves.shift()?.()
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  expect(order).toEqual(['c', 'a', 'b', 'd', 'c', 'a', 'b'])
})

test('the last places are for those with priority, and for keys that have none', async () => {
  const queue = createFairQueue({ inAll: 4, perKey: 3, reserved: 2 })
  await queue.enter('a')
  await queue.enter('a')
  const entered: string[] = []
  const wait = (key: string, priority: boolean) =>
    void queue.enter(key, { priority }).then(() => entered.push(`${key} ${priority}`))
  wait('a', false)
  wait('a', true)
  wait('a', true)
  await new Promise(setImmediate)
  // Its own second place with priority is beyond what one key may have.
  expect(entered).toEqual(['a true'])
  wait('b', false)
  await new Promise(setImmediate)
  expect(entered).toEqual(['a true', 'b false'])
})
