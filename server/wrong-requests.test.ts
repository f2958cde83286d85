import { expect, test } from 'vitest'
import { createApiKey } from '../contract/api-keys.ts'
import type { ErrorBody } from '../contract/errors.ts'
import { newId } from './platform/ids.ts'
import { sharedApp } from './testing/app.ts'

// What a developer sees who connects a program for the first time.

const app = await sharedApp()

async function keyOf(): Promise<string> {
  const owner = await app.signUp()
  const permissions = ['catalogue.read', 'catalogue.write', 'orders.write', 'files.write', 'imports.write'] as const
  const { key } = await owner.call(createApiKey, { name: 'Shop', permissions: [...permissions] })
  return key ?? ''
}

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer<ArrayBuffer>,
) {
  const answer = await fetch(app.url + path, { method, headers, ...(body !== undefined && { body }) })
  const { error } = (await answer.json()) as ErrorBody
  return { status: answer.status, headers: answer.headers, error }
}

test.each([
  ['PATCH', '/api/v1/products/0199b0c0-0000-7000-8000-000000000001', 'GET, PUT, DELETE', 'Use GET, PUT, or DELETE.'],
  ['PUT', '/api/v1/suppliers?limit=2', 'GET, POST', 'Use GET or POST.'],
  ['PUT', '/api/v1/products', 'GET, POST, PATCH', 'Use GET, POST, or PATCH.'],
  ['OPTIONS', '/api/v1/feed', 'GET', 'Use GET.'],
])('%s %s is refused with the methods that the address has', async (method, path, allow, message) => {
  const { status, headers, error } = await send(method, path, {})
  expect([status, headers.get('allow'), error.code]).toEqual([405, allow, 'method_not_allowed'])
  expect(error.message).toContain(message)
})

test.each(['/api/v1/product', '/api/v1/products/1/2/3', '/api/v1/', '/functions/v1/none'])(
  'no method is at %s',
  async (path) => {
    const { status, error } = await send('PATCH', path, {})
    expect([status, error.code]).toEqual([404, 'not_found'])
    expect(error.message).toBe('This address doesn’t exist. The API reference lists those that do.')
  },
)

test('a wrong input is named by its parameter, with what it must be', async () => {
  const authorization = `Bearer ${await keyOf()}`
  const refused = async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    return (await send(method, `/api/v1${path}`, headers, body && JSON.stringify(body))).error.fields
  }
  const category = { name: 'Kitchen', color: '#3B82F6' }
  expect(await refused('PUT', `/categories/${newId()}`, category)).toEqual({
    version: 'Include the version that you read',
  })
  expect(await refused('GET', `/products?location_id=${newId()}`)).toEqual({
    location_id: 'This location no longer exists',
  })
})

test('a key in another form than a bearer token is refused with the form to use', async () => {
  const key = await keyOf()
  for (const authorization of [key, `Basic ${key}`, `Bearer  ${key}`]) {
    const { status, headers, error } = await send('GET', '/api/v1/products', { authorization })
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(error.message).toContain('Authorization: Bearer')
  }
  const none = await send('GET', '/api/v1/products', {})
  expect([none.status, none.headers.get('www-authenticate'), none.error.message]).toEqual([
    401,
    'Bearer',
    'Sign in to continue.',
  ])
})

test.each(['application/json', 'application/json; charset=iso-8859-1'])(
  'a body that isn’t UTF-8 is refused instead of stored with “�”: %s',
  async (type) => {
    const authorization = `Bearer ${await keyOf()}`
    const headers = { authorization, 'content-type': type }
    const product = JSON.stringify({ name: 'Käse', sku: 'K-1' })
    const { status, error } = await send('POST', '/api/v1/products', headers, Buffer.from(product, 'latin1'))
    expect([status, error.code]).toEqual([400, 'bad_json'])
    expect(error.message).toContain('Encode it as UTF-8')
    const signUp = Buffer.from(JSON.stringify({ email: `${newId()}@example.com`, password: 'käse und brot' }), 'latin1')
    const answer = await fetch(`${app.url}/auth/v1/signup`, { method: 'POST', headers, body: signUp })
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'bad_json'])
  },
)

test('a content type that isn’t supported is refused with those that are', async () => {
  const headers = { authorization: `Bearer ${await keyOf()}`, 'content-type': 'application/x-www-form-urlencoded' }
  const { status, error } = await send('POST', '/api/v1/products', headers, 'name=Mug')
  expect(status).toBe(415)
  expect(error.message).toContain('Send JSON as application/json, and a file as application/octet-stream')
})

test('a file is accepted with its own content type, and a picture in another format refused with those that work', async () => {
  const authorization = `Bearer ${await keyOf()}`
  const csv = { authorization, 'content-type': 'text/csv' }
  const path = '/api/v1/import-files?file_name=products.csv'
  expect((await send('POST', path, csv, 'name,sku,price\nMug,M-1,2\n')).status).toBe(201)
  const gif = { authorization, 'content-type': 'image/gif' }
  const refused = await send('POST', '/api/v1/files?folder=product-images', gif, 'GIF89a')
  expect([refused.status, refused.error.message]).toEqual([
    422,
    'This image can’t be read. Use a JPEG, PNG or WebP file.',
  ])
})
