import { afterEach, expect, test } from 'vitest'
import { formatIn, localFormat } from './local-format.ts'

const noon = new Date('2026-11-20T12:00:00Z')
const before = process.env['TZ']
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

test("a moment is written in the reader's current time zone", () => {
  const time = localFormat({ timeStyle: 'short' })
  process.env['TZ'] = 'UTC'
  expect(time(noon)).toBe('12:00')
  process.env['TZ'] = 'Asia/Tokyo'
  expect(time(noon)).toBe('21:00')
})

test('a formatter is created once for each time zone and format', () => {
  const form = { timeStyle: 'short' } as const
  expect(formatIn('Asia/Tokyo', form)).toBe(formatIn('Asia/Tokyo', { ...form }))
  expect(formatIn('Asia/Tokyo', form)).not.toBe(formatIn('UTC', form))
  expect(formatIn('Asia/Tokyo', { dateStyle: 'medium' })(noon)).toBe('20 Nov 2026')
})
