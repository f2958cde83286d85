import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Closes something at the end of the current test or, outside of one, of the file: an `afterAll` inside a test has no
 * effect.
 */
export function whenOver(close: () => unknown): void {
  const done = async () => void (await close())
  if (TestRunner.getCurrentTest()) onTestFinished(done)
  else afterAll(done)
}
