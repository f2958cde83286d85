import { expect, test } from 'vitest'
import type { Notification } from '../../contract/notifications.ts'
import { byDay } from './by-day.ts'

const at = (year: number, month: number, day: number, hour: number) =>
  ({ happened_at: new Date(year, month - 1, day, hour).toISOString() }) as Notification

test("notifications are grouped under Today, Yesterday or their date, in the reader's time zone", () => {
  const list = [at(2026, 3, 2, 1), at(2026, 3, 1, 23), at(2026, 3, 1, 0), at(2026, 2, 28, 23), at(2025, 12, 31, 12)]
  expect(byDay(list, new Date(2026, 2, 2, 9)).map(({ day, items }) => [day, items.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['28 Feb 2026', 1],
    ['31 Dec 2025', 1],
  ])
})
