import { expect, test } from 'vitest'
import { wideComments } from './comment-width.ts'

const words = 'word '.repeat(30)

test('comments are as wide as code at most; code and texts are the formatter’s matter', () => {
  expect(wideComments(`// ${words}`)).toHaveLength(1)
  expect(wideComments(`/**\n * ${words}\n */`)).toEqual(['2: a comment of 153 characters. Wrap it at 120.'])
  expect(wideComments(`-- ${words}`)).toHaveLength(1)
  expect(wideComments(`const text = '${words}'\n// short`)).toEqual([])
})
