import { expect, test } from 'vitest'
import { ApiError } from '../kit/api-error.ts'
import { afterRefusal } from './comment-draft.ts'

test('a comment that was added without a response is sent under another id once it is edited', () => {
  const refusal = new ApiError(409, { code: 'idempotency_key_reused', message: 'Another input' })
  const next = afterRefusal(refusal)
  expect(next?.draft.id).toMatch(/^[0-9a-f-]{36}$/)
  expect(afterRefusal(refusal)?.draft.id).not.toBe(next?.draft.id)
  expect(next?.sentence).toContain('already added')
})

test('a comment that was saved in another tab shows that text, and the next save replaces it', () => {
  const record = { body: 'See <@1>', mentions: [{ user_id: '1', name: 'Ana' }], version: 3 }
  const conflict = new ApiError(409, { code: 'conflict', message: 'Changed', details: { record } })
  expect(afterRefusal(conflict)).toMatchObject({ draft: { version: 3 } })
})

test('after any other refusal the draft stays', () => {
  expect(afterRefusal(new ApiError(422, { code: 'invalid_input', message: 'Too long' }))).toBeNull()
  expect(afterRefusal(new Error('No answer'))).toBeNull()
})
