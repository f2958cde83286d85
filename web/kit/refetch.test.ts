import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'
import { refetchNouns } from './refetch.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A slow read that returns what was true when it began; `seen` are the results a screen was shown. */
function slowRead(milliseconds: number) {
  const world = { value: 0, reads: 0, failing: false }
  const seen: unknown[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['api', ['stock'], 'slow', {}],
    queryFn: async () => {
      world.reads += 1
      const { value, failing } = world
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      if (failing) throw new Error('no answer')
      return value
    },
    retry: false,
  })
  const stop = observer.subscribe(({ data }) => {
    if (data !== seen.at(-1)) seen.push(data)
  })
  return { world, seen, stop }
}

test('displayed data is read again if its noun changed, and nothing else is', async () => {
  const { world, seen } = slowRead(10)
  await vi.advanceTimersByTimeAsync(20)
  world.value = 1
  refetchNouns(['categories'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual([0])
  refetchNouns(['stock'])
  await vi.advanceTimersByTimeAsync(20)
  expect(seen).toEqual([0, 1])
})

test('a read slower than the interval between changes still finishes, and the last change is shown', async () => {
  const { world, seen } = slowRead(400)
  for (let change = 1; change <= 50; change++) {
    await vi.advanceTimersByTimeAsync(100)
    world.value = change
    refetchNouns(['stock'])
  }
  expect(seen.length).toBeGreaterThan(5)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(seen.at(-1)).toBe(50)
})

test('a burst of changes causes few reads: one immediately, and at most four a second', async () => {
  const { world } = slowRead(1)
  await vi.advanceTimersByTimeAsync(1_000)
  world.reads = 0
  refetchNouns(['stock'])
  await vi.advanceTimersByTimeAsync(5)
  expect(world.reads).toBe(1)
  for (let change = 0; change < 100; change++) {
    refetchNouns(['stock'])
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(world.reads).toBeGreaterThanOrEqual(4)
  expect(world.reads).toBeLessThanOrEqual(6)
})

test("data that isn't displayed is refetched when it is displayed again", async () => {
  const { world, stop } = slowRead(1)
  await vi.advanceTimersByTimeAsync(10)
  stop()
  world.reads = 0
  refetchNouns(['stock'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.reads).toBe(0)
  slowRead(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(queryClient.getQueryCache().getAll()[0]?.state.isInvalidated).toBe(false)
})

test('a failed read is repeated by the next change', async () => {
  const { world, seen } = slowRead(1)
  await vi.advanceTimersByTimeAsync(10)
  world.failing = true
  refetchNouns(['stock'])
  await vi.advanceTimersByTimeAsync(500)
  Object.assign(world, { failing: false, value: 7 })
  refetchNouns(['stock'])
  await vi.advanceTimersByTimeAsync(500)
  expect(seen.at(-1)).toBe(7)
})
