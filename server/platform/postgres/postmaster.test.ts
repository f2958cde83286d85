import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { clearAway, outwaitPostmaster } from './postmaster.ts'

// That PostgreSQL ends is shown by e2e/faults/slow/another-computer.test.ts: it takes minutes.

const waitMs = 500
let cluster: string
let path: string
beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'onhand-postmaster-'))
  path = join(cluster, 'postmaster.pid')
  onTestFinished(() => rmSync(cluster, { recursive: true }))
})

/** How long it waited, in milliseconds, and what it logged. */
async function outwait(host: string | null) {
  const lines: string[] = []
  const began = performance.now()
  await outwaitPostmaster(cluster, host, (line) => lines.push(line), waitMs)
  return { waited: performance.now() - began, lines }
}

test('the lock file of a PostgreSQL on another computer names no process, and is left to the next start if this one is killed', async () => {
  writeFileSync(path, `12345\n${cluster}\n`)
  const first = await outwait('elsewhere')
  expect(first.waited).toBeGreaterThanOrEqual(waitMs - 1)
  expect(first.lines).toEqual([expect.stringContaining('may still be running on elsewhere')])
  expect(readFileSync(path, 'utf8').split('\n')[0]).toBe('0')
  // The first one was killed while it waited: its own lock is one of this computer.
  expect((await outwait(null)).waited).toBeGreaterThanOrEqual(waitMs - 1)
  await clearAway(cluster, 'onhand-test', () => {})
  expect(existsSync(path)).toBe(false)
})

test('nothing waits for a PostgreSQL that ended properly, or whose processes can be looked for', async () => {
  expect((await outwait('elsewhere')).lines).toEqual([])
  writeFileSync(path, `12345\n${cluster}\n`)
  expect((await outwait(null)).lines).toEqual([])
  expect(readFileSync(path, 'utf8')).toMatch(/^12345\n/)
})
