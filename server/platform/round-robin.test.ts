import { setImmediate as nextIteration } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRoundRobin } from './round-robin.ts'

const many = 40

/** Turns, the senders in the order in which theirs started, and a function that adds one that starts. */
function loggedRoundRobin() {
  const queue = createRoundRobin()
  const started: string[] = []
  const add = (sender: string, times = 1) => {
    for (let n = 0; n < times; n++) queue.add(sender, () => void started.push(sender))
  }
  return { queue, started, add }
}

/** What has started, once it is so many. */
async function allOf<T>(started: readonly T[], count: number): Promise<readonly T[]> {
  while (started.length < count) await nextIteration()
  return started
}

afterEach(() => void vi.useRealTimers())

describe('requests of several organizations', () => {
  test('one organization alone never waits', () => {
    const { started, add } = loggedRoundRobin()
    add('a', many)
    expect(started).toHaveLength(many)
  })

  test('a single request starts in the next iteration of the event loop, however many of another one were sent before', async () => {
    const { started, add } = loggedRoundRobin()
    add('b')
    add('a', many)
    add('b')
    expect(started).toEqual(['b'])
    await nextIteration()
    expect(started.slice(1)).toContain('b')
    expect(started.length).toBeLessThan(many / 4)
  })

  test('few start in each iteration, until none waits', async () => {
    const { started, add } = loggedRoundRobin()
    add('b')
    add('a', many)
    const perIteration: number[] = []
    while (started.length < many + 1) {
      const before = started.length
      await nextIteration()
      perIteration.push(started.length - before)
    }
    expect(Math.max(...perIteration)).toBeLessThanOrEqual(4)
    expect(perIteration.length).toBeGreaterThanOrEqual(many / 4)
  })

  test('the requests of three organizations alternate', async () => {
    const { started, add } = loggedRoundRobin()
    add('a')
    for (const sender of ['b', 'c', 'a']) add(sender, many)
    const [, ...waited] = await allOf(started, 3 * many + 1)
    for (const end of [12, 30, 60]) {
      const counts = ['a', 'b', 'c'].map((sender) => waited.slice(0, end).filter((one) => one === sender).length)
      expect(Math.max(...counts) - Math.min(...counts), String(end)).toBeLessThanOrEqual(2)
    }
  })

  test("an organization's own requests keep their order, also when it has become the only one", async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { queue, add } = loggedRoundRobin()
    const order: number[] = []
    const addNumber = (n: number) => queue.add('a', () => void order.push(n))
    add('b')
    for (let n = 0; n < many; n++) addNumber(n)
    // The other one has been silent for a while, but these still wait.
    vi.advanceTimersByTime(2_000)
    addNumber(many)
    expect(order).toEqual([])
    await allOf(order, many + 1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    addNumber(many + 1)
    expect(order.at(-1)).toBe(many + 1)
  })
})
