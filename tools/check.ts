import { runChecks, type CheckResult } from './checks.ts'

/** How a check's result is printed, by `npm run check` and by `npm test`. */
export function tellCheck({ name, problems, seconds }: CheckResult) {
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  for (const problem of problems) console.log(`    ${problem}`)
}

if (import.meta.main) {
  const results = await runChecks(tellCheck)
  const failed = results.filter(({ problems }) => problems.length > 0).length
  console.log(`\n${results.length - failed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
