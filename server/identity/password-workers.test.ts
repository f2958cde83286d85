import { argon2Sync, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { argon2Workers } from './password-workers.ts'

const parameters = (message: string) => ({
  message,
  nonce: Buffer.alloc(16, 7),
  parallelism: 1,
  tagLength: 32,
  memory: 19_456,
  passes: 2,
})

test("a thread hashes like the library, and concurrent hashes don't mix", async () => {
  const hash = argon2Workers(2)
  const words = Array.from({ length: 6 }, () => randomBytes(6).toString('hex'))
  const hashes = await Promise.all(words.map((word) => hash(parameters(word))))
  expect(hashes.map((one) => one.toString('hex'))).toEqual(
    words.map((word) => argon2Sync('argon2id', parameters(word)).toString('hex')),
  )
})

test('the server stays responsive while passwords are hashed', async () => {
  const hash = argon2Workers(1)
  await hash(parameters('warm'))
  const before = process.threadCpuUsage()
  await Promise.all(Array.from({ length: 10 }, (_, n) => hash(parameters(String(n)))))
  const { user, system } = process.threadCpuUsage(before)
  // Hashing on this thread would take 30 ms or more, ten times.
  expect((user + system) / 1_000).toBeLessThan(150)
})

test.runIf(process.platform === 'linux')('threads that hash have a lower priority than the server itself', async () => {
  const before = new Set(readdirSync('/proc/self/task'))
  await argon2Workers(1)(parameters('x'))
  const niceOf = (task: string) =>
    Number(/\) (?:\S+ ){16}(-?\d+)/.exec(readFileSync(`/proc/self/task/${task}/stat`, 'utf8'))?.[1])
  const added = readdirSync('/proc/self/task').filter((task) => !before.has(task))
  expect(added.map(niceOf)).toContain(Math.max(10, niceOf(String(process.pid))))
})

test('invalid passwords are refused, and the next one is still hashed', async () => {
  const hash = argon2Workers(1)
  await expect(hash({ ...parameters('x'), nonce: Buffer.alloc(1) })).rejects.toThrow(/nonce|range/i)
  expect(await hash(parameters('x'))).toHaveLength(32)
})
