import { expect, test } from 'vitest'
import { openFirstReads } from './first-reads.ts'

const reader = { user: 'ana', organization: 'bikes' }
const answer = { body: { name: 'Chang' }, role: 'owner', at: 1 }

/** On a page that has sent these. */
const sent = (reads: NonNullable<Parameters<typeof openFirstReads>[0]>['reads']) =>
  openFirstReads({ user: 'ana', organization: 'bikes', reads })

test('a response that has arrived is used once', async () => {
  const reads = sent({ '/me': { answer: Promise.resolve(answer), arrived: answer } })
  expect(reads.takeArrived('/other', reader)).toBeNull()
  expect(reads.takeArrived('/me', reader)).toBe(answer)
  expect(reads.takeArrived('/me', reader)).toBeNull()
  expect(await reads.take('/me', reader)).toBeNull()
})

test('a pending response is awaited', async () => {
  let resolve = (_answer: typeof answer | null): void => undefined
  const promise = new Promise<typeof answer | null>((done) => {
    resolve = done
  })
  const reads = sent({ '/me': { answer: promise } })
  expect(reads.takeArrived('/me', reader)).toBeNull()
  const taken = reads.take('/me', reader)
  resolve(answer)
  expect(await taken).toBe(answer)
})

test("a response for another person or organization isn't used", async () => {
  const reads = sent({ '/me': { answer: Promise.resolve(answer), arrived: answer } })
  for (const other of [
    { ...reader, user: 'ben' },
    { ...reader, user: undefined },
    { ...reader, organization: 'boats' },
  ]) {
    expect(reads.takeArrived('/me', other)).toBeNull()
    expect(await reads.take('/me', other)).toBeNull()
  }
})

test("a read sent before a change isn't used after it", async () => {
  const reads = sent({
    '/me': { answer: Promise.resolve(answer), arrived: answer },
  })
  expect(reads.any()).toBe(true)
  reads.forget()
  expect(reads.any()).toBe(false)
  expect(reads.takeArrived('/me', reader)).toBeNull()
})

test('a page that sent no reads has none to use', async () => {
  const reads = openFirstReads(null)
  expect(reads.any()).toBe(false)
  expect(reads.takeArrived('/me', { user: undefined, organization: null })).toBeNull()
})
