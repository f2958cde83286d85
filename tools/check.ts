import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { runChecks, type CheckResult } from './checks.ts'
import { reachedTests, readUsers } from './reached-tests.ts'

/** How a check's result is printed, by `npm run check` and by `npm test`. */
export function printCheck({ name, problems, seconds }: CheckResult) {
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  for (const problem of problems) console.log(`    ${problem}`)
}

/** The time limit of the quick tier: checks, and then tests for the rest of it. */
const quickSeconds = 60
/** Starting PostgreSQL and Vitest, once. */
const startSeconds = 6
const workers = 3

/** The files that differ from a commit, including uncommitted and untracked ones. */
function changedSince(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base = commit] = git('merge-base', 'HEAD', commit)
  return [...git('diff', '--name-only', '--relative', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** How long each test file took in the last complete run here, in seconds. */
function secondsOfLastRun(): Map<string, number> {
  const report = 'test-results/tests.json'
  if (!existsSync(report)) return new Map()
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; startTime: number; endTime: number }[]
  }
  return new Map(
    testResults.map(({ name, startTime, endTime }) => [relative('.', name), (endTime - startTime) / 1000] as const),
  )
}

/**
 * The nearest tests that fit into the time, at least one; without an earlier run, a file is assumed to take four
 * seconds.
 */
function nearest(tests: readonly string[], seconds: number): string[] {
  const known = secondsOfLastRun()
  const chosen: string[] = []
  let sum = 0
  for (const test of tests) {
    const duration = known.get(test) ?? 4
    if (chosen.length > 0 && (sum + duration) / workers > seconds - startSeconds) continue
    chosen.push(test)
    sum += duration
  }
  return chosen
}

function runTests(changed: readonly string[], seconds: number): boolean {
  const reached = reachedTests(changed, readUsers())
  const chosen = nearest(reached, seconds)
  if (chosen.length === 0) return true
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...chosen], {
    stdio: 'inherit',
  })
  const left = reached.length - chosen.length
  if (left > 0) console.log(`${left} more test files can be affected by this change: "npm test" runs them.`)
  return status === 0
}

if (import.meta.main) {
  const [flag, commit = 'main'] = process.argv.slice(2)
  const changed = flag === '--changed' ? changedSince(commit) : null
  const begin = performance.now()
  const results = await runChecks(printCheck, changed)
  const failed = results.filter(({ problems }) => problems.length > 0).length
  console.log(`\n${results.length - failed} passed, ${failed} failed`)
  const testsPass = !changed || runTests(changed, quickSeconds - (performance.now() - begin) / 1000)
  process.exit(failed === 0 && testsPass ? 0 : 1)
}
