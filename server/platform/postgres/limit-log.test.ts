import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limitLog } from './limit-log.ts'

test('a log of more than 10 MB starts again while its writer keeps it open, and the previous one is kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'onhand-log-'))
  const path = join(folder, 'postgres.log')
  limitLog(path)
  const writer = openSync(path, 'a')
  onTestFinished(() => {
    closeSync(writer)
    rmSync(folder, { recursive: true })
  })
  writeSync(writer, 'one\n')
  limitLog(path)
  expect(readFileSync(path, 'utf8')).toBe('one\n')
  truncateSync(path, 10 * 1024 * 1024 + 1)
  limitLog(path)
  writeSync(writer, 'two\n')
  expect(readFileSync(path, 'utf8')).toBe('two\n')
  expect(statSync(`${path}.1`).size).toBe(10 * 1024 * 1024 + 1)
})
