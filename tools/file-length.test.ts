import { expect, test } from 'vitest'
import { checkFileLength, longFunction, tooLong } from './file-length.ts'

test('a file of 300 lines is short enough, one of 301 is not', () => {
  expect(tooLong('line\n'.repeat(300))).toEqual([])
  expect(tooLong('line\n'.repeat(301))).toEqual(['301 lines. Split it by idea into files of at most 300 lines.'])
})

test('a long SQL function says why', () => {
  const long = `create or replace function app.f() returns integer\n${'select 1;\n-- why\n\n'.repeat(70)}`
  expect(longFunction(long)).toEqual([expect.stringMatching(/^71 lines in one function/)])
  expect(longFunction(`-- One function because it is one list.\n${long}`)).toEqual([])
  expect(longFunction(long.replace('select 1;\n', ''))).toEqual([])
})

test('no file of code is longer than 300 lines', () => {
  expect(checkFileLength()).toEqual([])
})
