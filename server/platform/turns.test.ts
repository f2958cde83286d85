import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that starts when allowed, and ends when told to. */
function workOn(turns: ReturnType<typeof createTurns>, room: string, things: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = { hasBegun: false, end: resolve, fail: reject, done: Promise.resolve() }
  work.done = turns.take(room, things, () => {
    work.hasBegun = true
    return promise
  })
  return work
}

test('work on the same thing waits for what came before it, and for nothing else', async () => {
  const turns = createTurns()
  const first = workOn(turns, 'a', ['bolt', 'nut'])
  const second = workOn(turns, 'a', ['nut', 'ring'])
  const third = workOn(turns, 'a', ['ring'])
  const free = workOn(turns, 'a', ['screw'])
  const elsewhere = workOn(turns, 'b', ['bolt'])
  const begun = async () => {
    await turnOfTheLoop()
    return [first, second, third, free, elsewhere].map(({ hasBegun }) => hasBegun)
  }
  expect(await begun()).toEqual([true, false, false, true, true])
  first.end()
  expect(await begun()).toEqual([true, true, false, true, true])
  second.fail(new Error('it failed'))
  await expect(second.done).rejects.toThrow('it failed')
  expect(await begun()).toEqual([true, true, true, true, true])
})
