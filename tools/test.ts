import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { runChecks } from './checks.ts'
import { printCheck } from './check.ts'
import { ensureChromium } from './chromium.ts'
import { type Count, countTests, failedFiles, passedWhenRepeated, type TestReport } from './test-results.ts'

// All checks of Onhand, one stage after the other: the build, the checks of the sources, the tests on a real
// PostgreSQL, the journeys in a real Chromium. All of them run even if an early one fails, and the last line counts
// them.

let running: ChildProcess | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The runner stops its servers first; nothing else was started.
    if (running) running.once('exit', () => process.exit(130)).kill(signal)
    else process.exit(130)
  })
}

// Colors are for people: a log file gets none.
const plain: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
const reports = 'test-results'
/**
 * About one test in five thousand misses its moment on a busy machine, for example when a background job writes a row
 * between two counts. What failed in so few files runs again, with nothing beside it; more files aren't chance.
 */
const repeatedFiles = 8
mkdirSync(reports, { recursive: true })

const stages = [
  { name: 'The web app builds', run: build },
  { name: 'Checks', run: checks },
  { name: 'Tests on a real PostgreSQL', run: tests },
  { name: 'Journeys in a real browser', run: journeys },
]

const total: Count = { passed: 0, failed: 0 }
for (const stage of stages) {
  const begin = performance.now()
  console.log(`\n── ${stage.name} ──`)
  const count = await stage.run()
  total.passed += count.passed
  total.failed += count.failed
  const seconds = Math.ceil((performance.now() - begin) / 1000)
  console.log(`── ${stage.name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s ──`)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

async function build(): Promise<Count> {
  const code = await run(['tools/launch.mjs', 'build'], {})
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Each check counts as one test. */
async function checks(): Promise<Count> {
  const results = await runChecks(printCheck)
  const failed = results.filter(({ problems }) => problems.length > 0).length
  return { passed: results.length - failed, failed }
}

async function tests(): Promise<Count> {
  const first = await vitest('tests', [])
  const count = honest('vitest', first.code, countTests(first.report))
  const files = failedFiles(first.report)
  if (files.length === 0 || files.length > repeatedFiles) return count
  console.log(`\nRepeating ${files.length === 1 ? 'the file that' : `${files.length} files that`} failed:`)
  const second = await vitest('repeated-tests', [...files, '--maxWorkers=1'])
  const recovered = passedWhenRepeated(first.report, second.report)
  for (const failure of recovered) console.log(`Passed only when repeated: ${failure}`)
  // Errors outside of all tests aren't in the report, and no test that passes the second time explains them.
  const outside = first.errors + second.errors
  return { passed: count.passed + recovered.length, failed: count.failed - recovered.length + outside }
}

type Run = {
  code: number
  report: TestReport
  /** How many errors occurred outside of all tests. */
  errors: number
}

async function vitest(name: string, args: string[]): Promise<Run> {
  const path = `${reports}/${name}.json`
  const errorsPath = `${reports}/${name}-errors.json`
  rmSync(errorsPath, { force: true })
  const reporters = ['default', 'json', './tools/outside-errors.ts'].map((reporter) => `--reporter=${reporter}`)
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, `--outputFile.json=${path}`, ...args]
  const code = await run(command, { OUTSIDE_ERRORS: errorsPath }, path)
  const none: TestReport = { numPassedTests: 0, testResults: [] }
  const read = <T>(file: string, missing: T) =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : missing
  return { code, report: read(path, none), errors: read(errorsPath, 0) }
}

async function journeys(): Promise<Count> {
  const report = `${reports}/journeys.json`
  try {
    ensureChromium()
  } catch (error) {
    console.log((error as Error).message)
    return { passed: 0, failed: 1 }
  }
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await run(['node_modules/playwright/cli.js', 'test', '--reporter=list,json'], environment, report)
  return honest('playwright', code, countJourneys(report))
}

type Suite = { suites?: Suite[]; specs: { file: string; title: string; tests: { status: string }[] }[] }

/**
 * A journey that passes only when repeated is listed, so that its cause is found: a bug in the product or in the
 * journey.
 */
function countJourneys(report: string): Count {
  if (!existsSync(report)) return { passed: 0, failed: 0 }
  const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: Suite[]
    errors: unknown[]
  }
  for (const { file, title, tests } of suites.flatMap(specsOf))
    if (tests.some(({ status }) => status === 'flaky')) console.log(`Passed only when repeated: ${file} "${title}"`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

function specsOf({ suites = [], specs }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** A runner that failed without a failed test, or ran no test at all, counts as one failure. */
function honest(runner: string, code: number, count: Count): Count {
  if (count.failed === 0 && code !== 0) {
    console.log(`${runner} ended with code ${code} and names no failed test: its messages are above.`)
    return { ...count, failed: 1 }
  }
  if (count.failed === 0 && count.passed === 0) {
    console.log(`${runner} ran no test at all.`)
    return { passed: 0, failed: 1 }
  }
  return count
}

function run(args: string[], environment: Record<string, string>, report?: string): Promise<number> {
  if (report) rmSync(report, { force: true })
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...plain, ...environment },
  })
  running = child
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.log(error.message)
      resolve(1)
    })
    child.on('exit', (code) => {
      running = null
      resolve(code ?? 1)
    })
  })
}
