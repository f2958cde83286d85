import { setImmediate as nextLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyLocks, type KeyLocks } from './key-locks.ts'

/** Work that starts when allowed, and ends when the test says so. */
function workOn(keyLocks: KeyLocks, scope: string, keys: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = { hasBegun: false, end: resolve, fail: reject, done: Promise.resolve() }
  work.done = keyLocks.run(scope, keys, () => {
    work.hasBegun = true
    return promise
  })
  return work
}

test('work on a key waits for earlier work on it, and for nothing else', async () => {
  const keyLocks = createKeyLocks()
  const first = workOn(keyLocks, 'a', ['bolt', 'nut'])
  const second = workOn(keyLocks, 'a', ['nut', 'ring'])
  const third = workOn(keyLocks, 'a', ['ring'])
  const free = workOn(keyLocks, 'a', ['screw'])
  const elsewhere = workOn(keyLocks, 'b', ['bolt'])
  const begun = async () => {
    await nextLoop()
    return [first, second, third, free, elsewhere].map(({ hasBegun }) => hasBegun)
  }
  expect(await begun()).toEqual([true, false, false, true, true])
  first.end()
  expect(await begun()).toEqual([true, true, false, true, true])
  second.fail(new Error('it failed'))
  await expect(second.done).rejects.toThrow('it failed')
  expect(await begun()).toEqual([true, true, true, true, true])
})
