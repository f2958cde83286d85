import { beforeEach, expect, test, vi } from 'vitest'

const reader = { user: 'ana', organization: 'bikes' }
const answer = { body: { name: 'Chang' }, role: 'owner', at: 1 }

/** The module as it starts on a page that has sent these. */
async function started(reads: Record<string, { answer: Promise<typeof answer | null>; arrived?: typeof answer }>) {
  vi.stubGlobal('onhandFirstReads', { user: 'ana', organization: 'bikes', reads })
  return import('./first-reads.ts')
}

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

test('an answer that has arrived is taken once', async () => {
  const { takeArrived, takeFirst } = await started({ '/me': { answer: Promise.resolve(answer), arrived: answer } })
  expect(takeArrived('/other', reader)).toBeNull()
  expect(takeArrived('/me', reader)).toBe(answer)
  expect(takeArrived('/me', reader)).toBeNull()
  expect(await takeFirst('/me', reader)).toBeNull()
})

test('an answer on its way is waited for', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof answer | null>()
  const { takeArrived, takeFirst } = await started({ '/me': { answer: promise } })
  expect(takeArrived('/me', reader)).toBeNull()
  const taken = takeFirst('/me', reader)
  resolve(answer)
  expect(await taken).toBe(answer)
})

test('an answer for another person or organization is not taken', async () => {
  const { takeArrived, takeFirst } = await started({ '/me': { answer: Promise.resolve(answer), arrived: answer } })
  for (const other of [
    { ...reader, user: 'ben' },
    { ...reader, user: undefined },
    { ...reader, organization: 'boats' },
  ]) {
    expect(takeArrived('/me', other)).toBeNull()
    expect(await takeFirst('/me', other)).toBeNull()
  }
})

test('what was asked for before a change is not taken after it', async () => {
  const { forgetFirstReads, hasFirstReads, takeArrived } = await started({
    '/me': { answer: Promise.resolve(answer), arrived: answer },
  })
  expect(hasFirstReads()).toBe(true)
  forgetFirstReads()
  expect(hasFirstReads()).toBe(false)
  expect(takeArrived('/me', reader)).toBeNull()
})

test('a page that has sent nothing has nothing to take', async () => {
  const { hasFirstReads, takeArrived } = await import('./first-reads.ts')
  expect(hasFirstReads()).toBe(false)
  expect(takeArrived('/me', { user: undefined, organization: null })).toBeNull()
})
