import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Writes how many errors occurred outside of all tests to the file OUTSIDE_ERRORS: Vitest's JSON report doesn't say it.
 * A reporter of Vitest, for tools/test.ts.
 */
export default class OutsideErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    writeFileSync(process.env.OUTSIDE_ERRORS ?? '', String(errors.length))
  }
}
