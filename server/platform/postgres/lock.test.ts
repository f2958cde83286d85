import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findProcess } from './find-processes.ts'
import { isHeld, lockDataFolder } from './lock.ts'
import { thisSystem } from './system.ts'

const silent = { info: () => {}, error: () => {} }

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onhand-lock-'))
  path = join(folder, 'onhand.lock')
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

async function take(log: string[] = []) {
  const lock = await lockDataFolder(folder, { ...silent, info: (line) => log.push(line) })
  onTestFinished(() => lock.release())
  return lock
}

/** A lock that names our own process number and start, so that only the system tells whether it is ours. */
function writeLock(system: object): void {
  const started = findProcess(process.pid)?.started
  writeFileSync(path, JSON.stringify({ pid: process.pid, started, ...system }))
}

const setAge = (seconds: number) => utimesSync(path, Date.now() / 1_000 - seconds, Date.now() / 1_000 - seconds)
const anotherComputer = { host: 'elsewhere', boot: 'another', processes: 'pid:[1]' }

test('the lock is rewritten while it is held, and removed when it is released', async () => {
  const lock = await lockDataFolder(folder, silent)
  setAge(3_600)
  await expect.poll(() => Date.now() - statSync(path).mtimeMs, { timeout: 30_000 }).toBeLessThan(60_000)
  expect([lock.isOurs(), await isHeld(folder)]).toEqual([true, true])
  lock.release()
  expect([existsSync(path), await isHeld(folder)]).toEqual([false, false])
})

test('a lock that another Onhand has taken over is neither rewritten nor removed', async () => {
  const lock = await lockDataFolder(folder, silent)
  rmSync(path)
  writeLock(anotherComputer)
  expect(lock.isOurs()).toBe(false)
  lock.release()
  expect(existsSync(path)).toBe(true)
})

describe.each([
  ['another container', { ...thisSystem(), host: 'c0ffee', processes: 'pid:[1]' }],
  ['this machine before it was restarted', { ...thisSystem(), boot: 'earlier' }],
  ['another computer', anotherComputer],
])('a lock of %s', (_name, system) => {
  test('is respected while it is rewritten', async () => {
    writeLock(system)
    const owner = setInterval(() => writeLock(system), 100)
    onTestFinished(() => clearInterval(owner))
    await expect(take()).rejects.toThrow(/already running on .* in another container or on another computer \(host /)
    await expect(isHeld(folder)).rejects.toThrow('Use this command there')
  })

  test('is taken over at once if it wasn’t rewritten for ten seconds', async () => {
    writeLock(system)
    setAge(11)
    const log: string[] = []
    const lock = await take(log)
    expect([lock.isOurs(), await isHeld(folder), log]).toEqual([true, true, []])
  })

  test('is taken over after a wait if it isn’t rewritten', async () => {
    writeLock(system)
    setAge(6)
    const log: string[] = []
    expect((await take(log)).isOurs()).toBe(true)
    expect(log).toEqual([expect.stringContaining('Waiting up to 10 s to see')])
  })
})

test(
  'a lock whose time is in the future is taken over after a wait, unless it is rewritten',
  { timeout: 60_000 },
  async () => {
    writeLock(anotherComputer)
    setAge(-3_600)
    expect(await isHeld(folder)).toBe(false)
    const owner = setInterval(() => setAge(-3_600 - Math.random()), 100)
    await expect(isHeld(folder)).rejects.toThrow('Use this command there')
    clearInterval(owner)
    expect((await take()).isOurs()).toBe(true)
  },
)

test('the lock exists only with its content: a start that can’t write it leaves none', () => {
  const program = `import('${join(import.meta.dirname, 'lock.ts')}').then(({ lockDataFolder }) => lockDataFolder('${folder}', console))`
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

test('PostgreSQL of another computer may have survived its Onhand: a person has to look', async () => {
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/postmaster.pid'), '1\n')
  writeLock(anotherComputer)
  setAge(11)
  await expect(take()).rejects.toThrow('last used on another computer (host elsewhere)')
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(true)
  writeLock({ ...thisSystem(), boot: 'earlier' })
  setAge(11)
  expect((await take()).isOurs()).toBe(true)
})

test('a lock of an earlier version, which names no system, is one of this system', async () => {
  writeLock({})
  await expect(take()).rejects.toThrow(`already running on ${folder} (process ${process.pid})`)
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'another' }))
  expect((await take()).isOurs()).toBe(true)
})
