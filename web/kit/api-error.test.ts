import { expect, test } from 'vitest'
import { ApiError, messageOf, noAnswer, refusalOf } from './api-error.ts'

const answer = (status: number, body: string) => new Response(body, { status })

test('a refusal of ours keeps its code, message, fields and numbers', async () => {
  const error = await refusalOf(
    answer(
      409,
      '{"error":{"code":"insufficient_stock","message":"Only 3 left","fields":{"quantity":"Only 3 left"},"details":{"available":3}}}',
    ),
  )
  expect(error).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    message: 'Only 3 left',
    details: { available: 3 },
  })
  expect(error.fields).toEqual({ quantity: 'Only 3 left' })
  expect(error.outcomeUnknown).toBe(false)
})

test("a response that isn't ours is described by its status", async () => {
  expect((await refusalOf(answer(502, '<html>'))).code).toBe('unavailable')
  expect((await refusalOf(answer(503, ''))).connectionLost).toBe(true)
  expect((await refusalOf(answer(418, '{"error":{"code":"teapot","message":"no"}}'))).code).toBe('internal')
})

test('a command without a response, with a server error or still running may have been executed', async () => {
  expect(noAnswer().outcomeUnknown).toBe(true)
  expect(new ApiError(500, { code: 'internal', message: '' }).outcomeUnknown).toBe(true)
  expect(new ApiError(409, { code: 'in_progress', message: '' }).outcomeUnknown).toBe(true)
  expect(new ApiError(409, { code: 'conflict', message: '' }).outcomeUnknown).toBe(false)
})

test('only a missing record, or an address with an invalid id, is described as not found', () => {
  const refusal = (code: 'not_found' | 'invalid_input' | 'number_too_large', fields = {}) =>
    new ApiError(422, { code, message: 'Enter a number up to 10.', fields })
  expect(refusal('not_found').isMissing).toBe(true)
  expect(refusal('invalid_input', { id: 'Not an id' }).isMissing).toBe(true)
  expect(refusal('invalid_input', { transfer_id: 'Not an id' }).isMissing).toBe(true)
  expect(refusal('invalid_input', { as_of: 'Not a day' }).isMissing).toBe(false)
  expect(refusal('invalid_input').isMissing).toBe(false)
  expect(refusal('number_too_large').isMissing).toBe(false)
})

test("a self-explanatory refusal is shown, any other gets the screen's message", () => {
  expect(messageOf(new ApiError(409, { code: 'sku_taken', message: 'Taken' }), 'Failed')).toBe('Taken')
  expect(messageOf(new ApiError(500, { code: 'internal', message: 'stack' }), 'Failed')).toBe('Failed')
  expect(messageOf(new TypeError('x is not a function'), 'Failed')).toBe('Failed')
})
