import { defineConfig } from 'vitest/config'
import { LongestFirst } from './server/testing/longest-first.ts'

const files = (name: string, include: string[], options: object = {}) => ({
  extends: true as const,
  test: { name, include, setupFiles: 'server/testing/nothing-left.ts', ...options },
})
/** They stop the clock or count timers, which would disturb the server that others share. */
const clock = ['server/platform/fair-queue.test.ts', 'server/platform/round-robin.test.ts']
const withCluster = { globalSetup: 'server/testing/global-setup.ts' }

export default defineConfig({
  test: {
    // `npm run faults` runs tests that take minutes or need root.
    projects: process.env.FAULTS
      ? [files('faults', ['e2e/faults/slow/*.test.ts'], withCluster)]
      : [
          files('server', ['{contract,ledger,server,tools,bench}/**/*.test.ts'], { ...withCluster, exclude: clock }),
          // Several stop the clock: they have workers of their own, without the server that the others share.
          files('web', ['web/**/*.test.{ts,tsx}', ...clock]),
        ],
    sequence: { sequencer: LongestFirst },
    // Real databases: a test file waits for PostgreSQL more than it computes, so one more worker than cores pays off.
    maxWorkers: 3,
    // Reloading the modules for each file was a third of the processor time. server/testing/nothing-left.ts holds
    // every file to leaving nothing to the next.
    isolate: false,
    // Far longer than a test takes: a busy machine must not fail it. At a load of 15, some take a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // A run without tests, or with an error outside of all tests, has failed.
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
  },
})
