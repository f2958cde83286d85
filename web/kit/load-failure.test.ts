import { expect, test } from 'vitest'
import { loadFailure } from './load-failure.ts'

test('a failed read shows an error below an empty field without choices, and below no other', () => {
  const failed = { isError: true, data: undefined }
  expect(loadFailure(failed, '', 'Failed to load')).toEqual({ error: 'Failed to load' })
  expect(loadFailure(failed, 'chosen', 'Failed to load')).toEqual({})
  expect(loadFailure({ isError: true, data: { items: [] } }, null, 'Failed to load')).toEqual({})
  expect(loadFailure({ isError: false, data: undefined }, null, 'Failed to load')).toEqual({})
})
