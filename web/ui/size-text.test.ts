import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [640_300, '641 kB'],
  [12_449_000, '12.4 MB'],
  [1_250_000_000, '1,250 MB'],
])('%i bytes read %j', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
