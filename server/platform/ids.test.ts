import { expect, test, vi } from 'vitest'
import { isUuid, newId } from './ids.ts'

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

test('ids are UUIDs of version 7 with the current time', () => {
  const before = Date.now()
  const id = newId()
  expect(isUuid(id)).toBe(true)
  expect(id[14]).toBe('7')
  expect('89ab').toContain(id[19])
  expect(timeOf(id)).toBeGreaterThanOrEqual(before)
  expect(timeOf(id)).toBeLessThanOrEqual(Date.now())
})

test('ids are in the order in which they were created, also when the clock stands still or goes back', () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  try {
    const ids = Array.from({ length: 10_000 }, newId)
    vi.setSystemTime(Date.now() - 1_000)
    ids.push(...Array.from({ length: 10_000 }, newId))
    expect(new Set(ids).size).toBe(20_000)
    expect(ids.toSorted()).toEqual(ids)
  } finally {
    vi.useRealTimers()
  }
})
