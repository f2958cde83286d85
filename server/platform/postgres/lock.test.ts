import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findProcess } from './find-processes.ts'
import { isHeld, lockDataFolder } from './lock.ts'
import { thisSystem } from './system.ts'

const silent = { info: () => {}, error: () => {} }
/** Owners in these tests rewrite their locks ten times a second. */
const watchMs = 2_000

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onhand-lock-'))
  path = join(folder, 'onhand.lock')
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

async function take(log: string[] = []) {
  const lock = await lockDataFolder(folder, { log: { ...silent, info: (line) => log.push(line) }, watchMs })
  onTestFinished(() => lock.release())
  return lock
}

/** A lock that names our own process number and start, so that only the system tells whether it is ours. */
function writeLock(system: object, beats = 0): void {
  const started = findProcess(process.pid)?.started
  writeFileSync(path, JSON.stringify({ pid: process.pid, started, beats, ...system }))
}

/** An owner on this system that is alive. Its lock never gets a newer time, as with clocks that differ. */
function keepRewriting(system: object): () => void {
  let beats = 0
  const beat = () => {
    writeLock(system, ++beats)
    utimesSync(path, 0, 0)
  }
  beat()
  const timer = setInterval(beat, 100)
  onTestFinished(() => clearInterval(timer))
  return () => clearInterval(timer)
}

const anotherComputer = { host: 'elsewhere', boot: 'another', processes: 'pid:[1]' }

test('the lock is rewritten while it is held, and removed when it is released', async () => {
  const lock = await lockDataFolder(folder, { log: silent })
  const first = readFileSync(path, 'utf8')
  await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 30_000 }).not.toBe(first)
  expect([lock.isOurs(), await isHeld(folder)]).toEqual([true, true])
  lock.release()
  expect([existsSync(path), await isHeld(folder)]).toEqual([false, false])
})

test.each([
  ['another Onhand has taken over', () => writeLock(anotherComputer)],
  ['someone deleted', () => {}],
])(
  'the owner learns within seconds that its lock is one that %s, and neither rewrites nor removes it',
  async (_how, take) => {
    const errors: string[] = []
    const { promise: lost, resolve: onLost } = Promise.withResolvers<void>()
    const lock = await lockDataFolder(folder, { log: { ...silent, error: (line) => errors.push(line) }, onLost })
    rmSync(path)
    take()
    const taken = existsSync(path) && readFileSync(path, 'utf8')
    await lost
    expect(errors).toEqual([expect.stringContaining('is no longer ours')])
    expect(lock.isOurs()).toBe(false)
    lock.release()
    expect(existsSync(path) && readFileSync(path, 'utf8')).toBe(taken)
  },
)

describe.each([
  ['another container', { ...thisSystem(), host: 'c0ffee', processes: 'pid:[1]' }],
  ['this machine before it was restarted', { ...thisSystem(), boot: 'earlier' }],
  ['another computer', anotherComputer],
])('a lock of %s', (_name, system) => {
  test('is respected while it is rewritten', async () => {
    keepRewriting(system)
    await expect(take()).rejects.toThrow(/already running on .* in another container or on another computer \(host /)
    await expect(isHeld(folder, watchMs)).rejects.toThrow('Use this command there')
  })

  test.each([
    ['old', -3_600],
    ['in the future', 3_600],
  ])('is taken over after a wait if it isn’t rewritten and its time is %s', async (_age, seconds) => {
    writeLock(system)
    utimesSync(path, Date.now() / 1_000 + seconds, Date.now() / 1_000 + seconds)
    expect(await isHeld(folder, watchMs)).toBe(false)
    const log: string[] = []
    const began = performance.now()
    expect((await take(log)).isOurs()).toBe(true)
    expect(performance.now() - began).toBeGreaterThan(watchMs)
    expect(log).toEqual([expect.stringContaining(`Waiting ${watchMs / 1_000} s to see`)])
  })

  test('is taken at once when its owner releases it', async () => {
    const stop = keepRewriting(system)
    await expect(take()).rejects.toThrow('already running')
    stop()
    const taking = take()
    await sleep(watchMs / 4)
    rmSync(path)
    const lock = await taking
    expect([lock.isOurs(), lock.abandonedBy]).toEqual([true, null])
  })
})

test('of two that wait for the same lock, one gets it', async () => {
  writeLock(anotherComputer)
  const results = await Promise.allSettled([take(), take()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('another') as string },
  })
})

test('the lock exists only with its content: a start that can’t write it leaves none', () => {
  const program = `import('${join(import.meta.dirname, 'lock.ts')}').then(({ lockDataFolder }) => lockDataFolder('${folder}', { log: console }))`
  // SIGXFSZ is ignored, so that writing fails as on a full disk.
  const { stderr } = spawnSync(
    'sh',
    ['-c', `trap '' XFSZ; ulimit -f 0; exec "$0" -e "$1"`, process.execPath, program],
    {
      encoding: 'utf8',
    },
  )
  expect(stderr).toContain('EFBIG')
  expect(readdirSync(folder)).toEqual([])
})

test('PostgreSQL of another computer may have survived its Onhand: the lock says whose', async () => {
  writeLock(anotherComputer)
  expect((await take()).abandonedBy).toBe('elsewhere')
  writeLock({ ...thisSystem(), boot: 'earlier' })
  expect((await take()).abandonedBy).toBe(null)
})

test('a lock of an earlier version, which names no system, is one of this system', async () => {
  writeLock({})
  await expect(take()).rejects.toThrow(`already running on ${folder} (process ${process.pid})`)
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'another' }))
  expect((await take()).isOurs()).toBe(true)
})
