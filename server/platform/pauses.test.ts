import { expect, onTestFinished, test, vi } from 'vitest'
import { withPauses } from './pauses.ts'

test('a long list is read in order, and other work runs every 10 ms', async () => {
  const items = Array.from({ length: 2_050 }, (_, n) => n)
  const read: number[] = []
  let others = 0
  const other = () => {
    others += 1
    if (read.length < items.length) setImmediate(other)
  }
  setImmediate(other)
  for await (const some of withPauses(items)) {
    read.push(...some)
    for (const end = performance.now() + 11; performance.now() < end;);
  }
  expect(read).toEqual(items)
  expect(others).toBeGreaterThan(15)
})

test('a short list needs no pause', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => now.mockRestore())
  let isOther = false
  setImmediate(() => (isOther = true))
  for await (const some of withPauses([1, 2])) expect(some).toEqual([1, 2])
  expect(isOther).toBe(false)
})
