import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, noAnswer } from './api-error.ts'
import { queryClient } from './query-client.ts'
import { repeatUntilKnown } from './repeat-until-known.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const fault = () => new ApiError(500, { code: 'internal', message: 'Something went wrong' })
const refusal = () => new ApiError(409, { code: 'conflict', message: 'Changed' })

/** Calls that fail with these errors, one after the other, and succeed after that. */
function failing(...errors: ApiError[]) {
  const world = { calls: 0, notices: 0, outcome: 'pending' }
  const attempt = async () => {
    const error = errors[world.calls++]
    if (error) throw error
    return 'done'
  }
  void repeatUntilKnown(attempt, () => (world.notices += 1)).then(
    (answer) => (world.outcome = answer),
    (error: ApiError) => (world.outcome = error.code),
  )
  return world
}

test('a server error is retried once', async () => {
  const world = failing(fault(), fault(), fault())
  await vi.advanceTimersByTimeAsync(500)
  expect(world).toEqual({ calls: 2, notices: 0, outcome: 'internal' })
})

test('a notice appears after two seconds if the first attempt gets no response', async () => {
  let notices = 0
  void repeatUntilKnown(
    () => new Promise<never>(() => undefined),
    () => (notices += 1),
  )
  await vi.advanceTimersByTimeAsync(1_999)
  expect(notices).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(notices).toBe(1)
})

test("a server that doesn't respond is retried for some seconds, and a notice appears after two", async () => {
  const world = failing(noAnswer(), noAnswer(), noAnswer())
  await vi.advanceTimersByTimeAsync(1_999)
  expect([world.notices, world.outcome]).toEqual([0, 'pending'])
  await vi.advanceTimersByTimeAsync(1)
  expect([world.notices, world.outcome]).toEqual([1, 'pending'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(world).toEqual({ calls: 4, notices: 1, outcome: 'done' })
})

test("a successful second attempt shows no message, and a refusal isn't repeated", async () => {
  const worlds = [failing(noAnswer()), failing(refusal())]
  await vi.advanceTimersByTimeAsync(20_000)
  expect(worlds).toEqual([
    { calls: 2, notices: 0, outcome: 'done' },
    { calls: 1, notices: 0, outcome: 'conflict' },
  ])
})

test('a failed read is retried once, too', async () => {
  let reads = 0
  const read = queryClient.fetchQuery({
    queryKey: ['api', [], 'faulty', {}],
    retry: queryClient.getDefaultOptions().queries?.retry,
    queryFn: async () => {
      reads += 1
      throw fault()
    },
  })
  const outcome = read.catch((error: ApiError) => error.code)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await outcome, reads]).toEqual(['internal', 2])
})
