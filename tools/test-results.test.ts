import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { countTests, failedFiles, passedWhenRepeated, type TestReport } from './test-results.ts'

/** A report of files whose tests passed or failed; without tests, the file couldn't be loaded. */
function reportOf(files: Record<string, Record<string, 'passed' | 'failed'>>): TestReport {
  const testResults = Object.entries(files).map(([file, tests]) => {
    const assertionResults = Object.entries(tests).map(([fullName, status]) => ({ fullName, status }))
    const passed = assertionResults.length > 0 && assertionResults.every(({ status }) => status === 'passed')
    return { name: resolve(file), status: passed ? 'passed' : 'failed', assertionResults }
  })
  const passed = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed')
  return { numPassedTests: passed.length, testResults }
}

const first = reportOf({
  'a.test.ts': { adds: 'passed', removes: 'failed', moves: 'failed' },
  'b.test.ts': {},
  'c.test.ts': { reads: 'passed' },
})

test('a run has its failed tests, and one failure for each file that could not be loaded', () => {
  expect(countTests(first)).toEqual({ passed: 2, failed: 3 })
  expect(failedFiles(first)).toEqual(['a.test.ts', 'b.test.ts'])
})

test('only what failed first and passed when repeated is listed', () => {
  const second = reportOf({
    'a.test.ts': { adds: 'passed', removes: 'passed', moves: 'failed' },
    'b.test.ts': { writes: 'passed' },
  })
  expect(passedWhenRepeated(first, second)).toEqual(['a.test.ts "removes"', 'b.test.ts'])
})

test('a failure that the second run did not reach is still one', () => {
  expect(passedWhenRepeated(first, reportOf({ 'a.test.ts': {}, 'b.test.ts': {} }))).toEqual([])
  expect(passedWhenRepeated(first, reportOf({ 'c.test.ts': { reads: 'passed', removes: 'passed' } }))).toEqual([])
})
