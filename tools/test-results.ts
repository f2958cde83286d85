import { relative } from 'node:path'

export type Count = { passed: number; failed: number }

type FileResult = { name: string; status: string; assertionResults: { fullName: string; status: string }[] }
/** What is read of Vitest's JSON report. `name` is a file's absolute path. */
export type TestReport = { numPassedTests: number; testResults: FileResult[] }

/** A failed test, or a file that couldn't be loaded: it has no tests, and counts as one failure. */
type Failure = { file: string; test: string | null }

/** The passed tests and the failures of a run. */
export function countTests(report: TestReport): Count {
  return { passed: report.numPassedTests, failed: failuresOf(report).length }
}

/** The files with a failure, as relative paths. */
export function failedFiles(report: TestReport): string[] {
  return [...new Set(failuresOf(report).map(({ file }) => file))]
}

/** The failures of the first run that passed in the second, as `file "title of the test"` or the file alone. */
export function passedWhenRepeated(first: TestReport, second: TestReport): string[] {
  const files = new Map(second.testResults.map((result) => [relative('.', result.name), result]))
  const passed = ({ file, test }: Failure) => {
    const repeated = files.get(file)
    if (test === null) return repeated?.status === 'passed'
    return repeated?.assertionResults.some(({ fullName, status }) => fullName === test && status === 'passed')
  }
  return failuresOf(first)
    .filter(passed)
    .map(({ file, test }) => (test === null ? file : `${file} "${test}"`))
}

function failuresOf({ testResults }: TestReport): Failure[] {
  return testResults.flatMap(({ name, status, assertionResults }): Failure[] => {
    const file = relative('.', name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ file, test: null }]
    return failed.map(({ fullName }) => ({ file, test: fullName }))
  })
}
