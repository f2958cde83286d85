import { expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'

test('the signal ends with the first of several, with its reason, and once', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const either = anySignal([first.signal, second.signal])
  const ends: unknown[] = []
  either.addEventListener('abort', () => ends.push(either.reason))
  expect(either.aborted).toBe(false)
  second.abort('silent')
  first.abort('closed')
  expect([either.aborted, ends]).toEqual([true, ['silent']])
})

test('a signal that has ended already ends it immediately', () => {
  const either = anySignal([new AbortController().signal, AbortSignal.abort('closed')])
  expect([either.aborted, either.reason]).toEqual([true, 'closed'])
})
