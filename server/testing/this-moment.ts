/**
 * Now, as a text of milliseconds that comes after everything that was written before: the database counts microseconds,
 * and of a millisecond that is not over yet the text would be the beginning.
 */
export async function thisMoment(): Promise<string> {
  const begun = Date.now()
  while (Date.now() <= begun) await new Promise((resolve) => setImmediate(resolve))
  return new Date().toISOString()
}
