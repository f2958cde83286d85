import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forEveryone, forgetPerson, queryClient } from './query-client.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test("signing out removes what was read for a person, and doesn't cancel a read for everyone that a screen waits for", async () => {
  queryClient.setQueryData(['user', 'passkeys'], ['theirs'])
  const observer = new QueryObserver(queryClient, {
    queryKey: ['identity-settings'],
    meta: forEveryone,
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return 'the settings'
    },
  })
  const seen: unknown[] = []
  const stop = observer.subscribe(({ data }) => seen.push(data))
  await vi.advanceTimersByTimeAsync(10)
  forgetPerson()
  await vi.advanceTimersByTimeAsync(100)
  expect(seen.at(-1)).toBe('the settings')
  expect(queryClient.getQueryData(['user', 'passkeys'])).toBeUndefined()
  stop()
})
