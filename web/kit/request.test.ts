import { expect, test } from 'vitest'
import { z } from 'zod'
import { command, query } from '../../contract/endpoint.ts'
import { wireRequest } from './request.ts'

const shared = { summary: '', permission: 'catalogue.read', input: z.unknown(), output: z.unknown() } as const
const list = query({ ...shared, name: 'list', path: '/products' })
const stock = query({ ...shared, name: 'stock', path: '/products/:product_id/stock' })
const save = command({ ...shared, name: 'save', path: '/products/:id', method: 'PUT', changes: [] })
const remove = command({ ...shared, name: 'remove', path: '/products/:id', method: 'DELETE', changes: [] })
const upload = command({ ...shared, name: 'upload', path: '/import-files', method: 'POST', changes: [], body: 'bytes' })

test('a read puts its input into the query, leaving out empty values and repeating lists', () => {
  const { url, body } = wireRequest(list, { search: 'a&b c', stock: '', cursor: undefined, limit: 5, ids: ['x', 'y'] })
  expect(url).toBe('/api/v1/products?search=a%26b+c&limit=5&ids=x&ids=y')
  expect(body).toBeNull()
  expect(wireRequest(list, {}).url).toBe('/api/v1/products')
})

test("parts of the path come from the input, encoded, and aren't sent twice", () => {
  expect(wireRequest(stock, { product_id: 'a/b', as_of: '2026-01-01' }).url).toBe(
    '/api/v1/products/a%2Fb/stock?as_of=2026-01-01',
  )
  const saved = wireRequest(save, { id: '7', name: '', price: null })
  expect(saved).toEqual({
    method: 'PUT',
    url: '/api/v1/products/7',
    body: '{"name":"","price":null}',
    contentType: 'application/json',
  })
})

test('a delete without more input has no body', () => {
  expect(wireRequest(remove, { id: '7' }).body).toBeNull()
  expect(wireRequest(remove, { id: '7', version: 2 }).body).toBe('{"version":2}')
})

test('a file is the body, and its parameters are in the query', () => {
  const file = new Blob(['x'])
  const request = wireRequest(upload, { file, file_name: 'my book.xlsx' })
  expect(request.body).toBe(file)
  expect(request.url).toBe('/api/v1/import-files?file_name=my+book.xlsx')
})

test('an address with a missing part is refused, because it would name something else', () => {
  expect(() => wireRequest(save, { id: '' })).toThrow('the address needs id')
})
