import { describe, expect, it } from 'vitest'
import { exactNumber, isoMoment } from './sql-types.ts'

describe('numbers are returned exactly or not at all', () => {
  it.each([
    ['0', 0],
    ['-12.5000', -12.5],
    ['99999999999.9999', 99999999999.9999],
    ['123456789012345', 123456789012345],
    ['0.0001', 0.0001],
    ['1000000000000000000', null],
    ['1234567890123.4567', null],
    ['NaN', null],
    ['Infinity', null],
  ])('%s', (text, number) => {
    if (number === null) expect(() => exactNumber(text)).toThrow('15 digits')
    else expect(exactNumber(text)).toBe(number)
  })
})

describe('moments keep their microseconds', () => {
  it('in RFC 3339', () => expect(isoMoment('2026-11-20 10:00:00.123456+00')).toBe('2026-11-20T10:00:00.123456Z'))
  it("are refused if a connection isn't in UTC", () => expect(() => isoMoment('2026-11-20 10:00:00+02')).toThrow('UTC'))
})
