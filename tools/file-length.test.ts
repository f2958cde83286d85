import { expect, test } from 'vitest'
import { checkFileLength, tooLong } from './file-length.ts'

test('a file of 300 lines is short enough, one of 301 is not', () => {
  expect(tooLong('line\n'.repeat(300))).toEqual([])
  expect(tooLong('line\n'.repeat(301))).toEqual(['301 lines. Split it by idea into files of at most 300 lines.'])
})

test('no file of code is longer than 300 lines', () => {
  expect(checkFileLength()).toEqual([])
})
