import { expect, test } from 'vitest'
import { createTurns, TooBusy } from './turns.ts'

test('so many per key, so many in all, in the order they came; who waits too long is turned away', async () => {
  const turns = createTurns({ perKey: 2, inAll: 3, waitMs: 50 })
  const [first, second] = await Promise.all([turns.take('a'), turns.take('a')])
  const third = turns.take('a').catch((error: unknown) => error)
  const other = await turns.take('b')
  await expect(turns.take('c')).rejects.toBeInstanceOf(TooBusy)
  expect(await third).toBeInstanceOf(TooBusy)
  const order: string[] = []
  const waiting = ['a', 'c'].map(async (key) => {
    const giveBack = await turns.take(key)
    order.push(key)
    return giveBack
  })
  // Both wait for one in all; "a" waits for its own as well.
  other()
  await waiting[1]
  first()
  // Given back twice is given back once.
  first()
  const last = await Promise.all(waiting)
  expect(order).toEqual(['c', 'a'])
  for (const giveBack of [second, ...last]) giveBack()
  const again = await Promise.all([turns.take('a'), turns.take('a'), turns.take('b')])
  expect(again).toHaveLength(3)
})

test('so many wait and no more; without a time to wait they wait until it is their turn', async () => {
  const turns = createTurns({ inAll: 1, waitingMax: 1 })
  const giveBack = await turns.take('a')
  const second = turns.take('b')
  await expect(turns.take('c')).rejects.toBeInstanceOf(TooBusy)
  giveBack()
  ;(await second)()
  ;(await turns.take('c'))()
})
