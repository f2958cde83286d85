import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from './log.ts'
import { createLogFile } from './log-file.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'onhand-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const messagesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)

test('lines logged before the folder is known are kept, and only problems are printed', () => {
  const said: string[] = []
  const file = createLogFile((words) => said.push(words))
  const log = createLog('info', file)
  log.info('migrating')
  log.warn({ err: new Error('connection refused') }, 'an email was not sent')
  const path = file.open(newFolder())
  log.info('request')
  log.error('unexpected error')
  expect(messagesIn(path)).toEqual(['migrating', 'an email was not sent', 'request', 'unexpected error'])
  expect(said).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d Warning: an email was not sent \(connection refused\)$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d Error: unexpected error$/),
  ])
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('a log of 10 MB is rotated, and the next start appends to it', () => {
  const folder = newFolder()
  const first = createLogFile(() => {})
  const path = first.open(folder)
  createLog('info', first).info('one')
  const second = createLogFile(() => {})
  second.open(folder)
  createLog('info', second).info('two')
  expect(messagesIn(path)).toEqual(['one', 'two'])

  truncateSync(path, 10 * 1024 * 1024 + 1)
  const third = createLogFile(() => {})
  third.open(folder)
  createLog('info', third).info('three')
  expect(messagesIn(path)).toEqual(['three'])
  expect(statSync(`${path}.1`).size).toBe(10 * 1024 * 1024 + 1)
})

// /dev/full fails every write, like a full disk.
test.skipIf(process.platform !== 'linux')('a full disk costs log lines, is reported once, and fails no request', () => {
  const folder = newFolder()
  symlinkSync('/dev/full', join(folder, 'onhand.log'))
  const said: string[] = []
  const file = createLogFile((words) => said.push(words))
  file.open(folder)
  const log = createLog('info', file)
  for (const message of ['one', 'two', 'three']) log.info(message)
  expect(said).toEqual([expect.stringMatching(/Warning: the log could not be written \(.*ENOSPC/)])
})

test.skipIf(process.platform !== 'linux')('the same holds for standard output on a full disk', () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)})
    const log = createLog('info')
    for (let line = 0; line < 5; line++) log.info('x'.repeat(500_000))
    process.stdout.write('and in words')
    await new Promise((resolve) => setImmediate(resolve))
    process.stderr.write('went on')`
  const said = execFileSync(
    '/bin/sh',
    ['-c', '"$0" --input-type=module -e "$1" 2>&1 >/dev/full', process.execPath, script],
    {
      encoding: 'utf8',
    },
  )
  expect(said).toBe('went on')
})
