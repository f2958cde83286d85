/**
 * The current time as a text of milliseconds that sorts after everything written before: the database counts
 * microseconds, and during a millisecond the text would be its beginning.
 */
export async function thisMoment(): Promise<string> {
  const begun = Date.now()
  while (Date.now() <= begun) await new Promise((resolve) => setImmediate(resolve))
  return new Date().toISOString()
}
