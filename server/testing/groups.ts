import { listLocations } from '../../contract/locations.ts'
import { type Client, RefusedError, type TestApp } from './app.ts'
import { times } from './together.ts'

/** Opens as many connections as are allowed, so that requests sent together arrive together. */
export async function warmUp(...people: Client[]): Promise<void> {
  await Promise.all(people.flatMap((person) => times(80, () => person.call(listLocations, {}))))
}

/** The group counters' changes while `work` ran. */
export async function counted<T>({ app }: TestApp, work: () => Promise<T>) {
  const before = app.groups?.counts()
  const result = await work()
  const after = app.groups?.counts()
  if (!before || !after) throw new Error('nothing is done in groups')
  const since = (name: keyof typeof after) => after[name] - before[name]
  return {
    result,
    groups: since('groups'),
    members: since('members'),
    wrongGuesses: since('wrongGuesses'),
    fallbacks: since('fallbacks'),
    left: since('left'),
  }
}

/** Sends a command with an id again while the server is too busy, as programs do. */
export async function untilAccepted<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'busy') return untilAccepted(send)
    throw error
  }
}

/** The code of a refusal, or the response. */
export async function answerOrCode<T>(attempt: Promise<T>): Promise<T | string> {
  return attempt.catch((error: unknown) => {
    if (error instanceof RefusedError) return error.code
    throw error
  })
}
