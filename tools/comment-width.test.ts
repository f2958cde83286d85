import { expect, test } from 'vitest'
import { wideComments } from './comment-width.ts'

const words = 'word '.repeat(30)

test('comments are at most as wide as code; code and texts are left to the formatter', () => {
  expect(wideComments(`// ${words}`)).toHaveLength(1)
  expect(wideComments(`/**\n * ${words}\n */`)).toEqual(['2: a comment of 153 characters. Wrap it at 120.'])
  expect(wideComments(`-- ${words}`)).toHaveLength(1)
  expect(wideComments(`{/* ${words} */}`)).toHaveLength(1)
  expect(wideComments(`const one = 1 // ${words}`)).toHaveLength(1)
  expect(wideComments(`const text = '${words}'\n// short`)).toEqual([])
  expect(wideComments(`const text = 'https://a.example // ${words}'`)).toEqual([])
})
