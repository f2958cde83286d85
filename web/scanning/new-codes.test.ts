import { expect, test } from 'vitest'
import { newCodes } from './new-codes.ts'

/** What is reported of the codes read in pictures at this interval; '.' for a picture without one. */
function reported(pictures: string, everyMs = 100): string {
  const read = newCodes()
  return [...pictures].map((code, at) => read(code === '.' ? null : code, at * everyMs).report ?? '.').join('')
}

test('a code is reported once two pictures in a row show it', () => {
  expect(reported('.a.b.aa')).toBe('......a')
})

test('a code that stays in the picture is reported once, however long', () => {
  expect(reported('a'.repeat(40))).toBe(`.a${'.'.repeat(38)}`)
  expect(reported('aa.aa....aa........aa')).toBe(`.a${'.'.repeat(19)}`)
})

test('a code that was out of the picture for a second is reported again', () => {
  expect(reported('aa..........aa')).toBe('.a...........a')
})

test('on a device that takes longer than a second for a picture, a code that stays is reported once', () => {
  expect(reported('aaaa.a..aa', 1_500)).toBe('.a........')
  expect(reported('aa...aa', 1_500)).toBe('.a....a')
})

test('another code is reported immediately, and the first one not again within the second', () => {
  expect(reported('aabbaa')).toBe('.a.b..')
})

test('the picture is clear until a code is reported, and once that is gone', () => {
  const read = newCodes()
  const codes = ['a', 'a', null, null, null]
  expect(codes.map((code, at) => read(code, at * 500).isClear)).toEqual([true, false, false, false, true])
})
