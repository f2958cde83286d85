import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SearchChoice } from '../../contract/search.ts'
import { byUse } from './search.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A command that was chosen this often, the last time so many days ago. */
function choice(key: string, times: number, daysAgo: number): SearchChoice {
  const chosen_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  return { kind: 'command', key, times, chosen_at, record: null }
}

test.each<[string, SearchChoice[], string[]]>([
  ['what was chosen more often comes first', [choice('once', 1, 0), choice('thrice', 3, 0)], ['thrice', 'once']],
  ['of what was chosen as often, the latest comes first', [choice('old', 2, 3), choice('new', 2, 1)], ['new', 'old']],
  [
    'two weeks halve how much a choice counts',
    [choice('2, two weeks ago', 2, 14.1), choice('1, today', 1, 0), choice('3, two weeks ago', 3, 14.1)],
    ['3, two weeks ago', '1, today', '2, two weeks ago'],
  ],
])('%s', (_rule, choices, expected) => {
  expect(byUse(choices).map(({ key }) => key)).toEqual(expected)
})
