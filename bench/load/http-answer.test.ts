import { expect, test } from 'vitest'
import { readHttpAnswer } from './http-answer.ts'

const whole = {
  'with its length': 'HTTP/1.1 201 Created\r\ncontent-length: 7\r\nx: y\r\n\r\n{"a":1}',
  'in chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n',
  'without a body': 'HTTP/1.1 204 No Content\r\nx: y\r\n\r\n',
}

test.each(Object.entries(whole))('an answer %s is returned only once it is complete', (_, text) => {
  for (let length = 0; length < text.length; length++)
    expect(readHttpAnswer(Buffer.from(text.slice(0, length)))).toBe(null)
  expect(readHttpAnswer(Buffer.from(text))).toMatchObject({ status: Number(text.slice(9, 12)) })
})

test('a refusal keeps its text', () => {
  const bytes = Buffer.from('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 6\r\n\r\n"bùsy"'.replace('ù', 'u'))
  expect(readHttpAnswer(bytes)).toEqual({ status: 503, body: '"busy"' })
})
