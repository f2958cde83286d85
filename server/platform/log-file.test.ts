import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
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

test('what is logged before the folder is known is not lost, and only what needs attention is said', () => {
  const said: string[] = []
  const file = createLogFile((words) => said.push(words))
  const log = createLog('info', file)
  log.info('migrating')
  log.warn({ err: new Error('connection refused') }, 'an e-mail was not sent')
  const path = file.open(newFolder())
  log.info('request')
  log.error('unexpected error')
  expect(messagesIn(path)).toEqual(['migrating', 'an e-mail was not sent', 'request', 'unexpected error'])
  expect(said).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d Warning: an e-mail was not sent \(connection refused\)$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d Error: unexpected error$/),
  ])
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('a log of 10 MB is turned over, and a later start goes on where the last one ended', () => {
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
