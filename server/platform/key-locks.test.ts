import { setImmediate as nextLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyLocks, type KeyLocks } from './key-locks.ts'

const patient = 60_000

/** Work that starts when allowed, and ends when the test says so. */
function workOn(keyLocks: KeyLocks, scope: string, keys: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = { hasBegun: false, end: resolve, fail: reject, done: Promise.resolve() }
  work.done = keyLocks.run(scope, keys, patient, () => {
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

test('work that would wait too long is refused as busy, and holds up nothing after it', async () => {
  const keyLocks = createKeyLocks()
  const first = workOn(keyLocks, 'a', ['bolt'])
  let hasRun = false
  const refused = keyLocks.run('a', ['bolt', 'nut'], 1, async () => void (hasRun = true))
  await expect(refused).rejects.toMatchObject({ code: 'busy' })
  expect(hasRun).toBe(false)
  await keyLocks.run('a', ['nut'], patient, async () => void (hasRun = true))
  expect(hasRun).toBe(true)
  first.end()
  await first.done
})
