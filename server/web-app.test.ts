import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountWebApp } from './web-app.ts'

let http: FastifyInstance
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'onhand-web-'))
  writeFileSync(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script><meta nonce="__CSP_NONCE__">')
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  http = fastify()
  http.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none';style-src 'self';font-src 'self'")
  })
  await mountWebApp(http, folder)
})

afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

test('every answer of the page has a nonce of its own, in the policy and in the page', async () => {
  const nonces = new Set<string>()
  for (const url of ['/', '/products', '/products/new?x=1', '/index.html']) {
    const answer = await http.inject({ url })
    const nonce = /style-src 'self' 'nonce-([A-Za-z0-9+/]{24})';/.exec(
      String(answer.headers['content-security-policy']),
    )?.[1]
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(`<script nonce="${nonce}"></script><meta nonce="${nonce}">`)
    expect(answer.headers['cache-control']).toBe('no-cache')
    nonces.add(nonce ?? '')
  }
  expect(nonces.size).toBe(4)
})

test('files are served as they are; what is neither file nor page is not found', async () => {
  expect((await http.inject({ url: '/icon.svg' })).body).toBe('<svg/>')
  for (const url of ['/api/v1/nothing', '/auth/v1/nothing', '/assets/gone.js']) {
    const answer = await http.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ error: { code: 'not_found' } })
  }
  expect((await http.inject({ method: 'POST', url: '/products' })).statusCode).toBe(404)
})
