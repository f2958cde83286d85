import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Closes something when the test that runs is over, or, where none runs, when the file is: an `afterAll` inside a test
 * comes to nothing.
 */
export function whenOver(close: () => unknown): void {
  const done = async () => void (await close())
  if (TestRunner.getCurrentTest()) onTestFinished(done)
  else afterAll(done)
}
