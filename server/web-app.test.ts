import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseUnrouted } from './platform/other-methods.ts'
import { mountWebApp } from './web-app.ts'

let http: FastifyInstance
let folder: string
const ownScript = '<script>let own = 1</script>'
const modules = ['runtime-2', 'first-3']
  .map((name) => `<script type="module" src="/assets/${name}.js"></script>`)
  .join('')
const script = 'const one = 1;'.repeat(200)
const wasm = Buffer.from('0061736d01000000', 'hex')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'onhand-web-'))
  writeFileSync(
    join(folder, 'index.html'),
    `${ownScript}${modules}<script src="/a.js" nonce="__CSP_NONCE__"></script><meta nonce="__CSP_NONCE__">`,
  )
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/app-1.js'), script)
  writeFileSync(join(folder, 'assets/app-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets/reader-1.wasm'), wasm)
  writeFileSync(join(folder, 'assets/reader-1.wasm.br'), brotliCompressSync(wasm))
  http = fastify()
  http.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=()')
    reply.header('content-security-policy', "default-src 'none';script-src 'self';style-src 'self';font-src 'self'")
  })
  await mountWebApp(http, folder, refuseUnrouted([]))
})

afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

test('every response with the page has its own nonce, in the policy and in the page', async () => {
  const nonces = new Set<string>()
  for (const url of ['/', '/products', '/products/new?x=1', '/index.html']) {
    const answer = await http.inject({ url })
    const nonce = /style-src 'self' 'nonce-([A-Za-z0-9+/]{24})';/.exec(
      String(answer.headers['content-security-policy']),
    )?.[1]
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(
      `${ownScript}${modules}<script src="/a.js" nonce="${nonce}"></script><meta nonce="${nonce}">`,
    )
    expect(answer.headers['cache-control']).toBe('no-cache')
    nonces.add(nonce ?? '')
  }
  expect(nonces.size).toBe(4)
})

test('the page’s own script is allowed by its digest, and only that one; WebAssembly is, eval isn’t', async () => {
  const policy = String((await http.inject({ url: '/' })).headers['content-security-policy'])
  const digest = createHash('sha256').update('let own = 1').digest('base64')
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${digest}';`)
  expect(/script-src ([^;]*)/.exec(policy)?.[1]?.split(' ')).toHaveLength(3)
})

test('only the page may use the camera', async () => {
  const allowed = async (url: string) => (await http.inject({ url })).headers['permissions-policy']
  expect(await allowed('/receiving')).toBe('camera=(self), microphone=()')
  expect(await allowed('/api/v1/nothing')).toBe('camera=(), microphone=()')
})

test('the reader of barcodes is sent as WebAssembly, compressed if possible, and cached permanently', async () => {
  const answer = await http.inject({ url: '/assets/reader-1.wasm', headers: { 'accept-encoding': 'br' } })
  // Browsers compile a module while it arrives only if it has this type.
  expect(answer.headers).toMatchObject({
    'content-type': 'application/wasm',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(answer.rawPayload).equals(wasm)).toBe(true)
})

test('files are served unchanged; anything that is neither a file nor a page is not found', async () => {
  expect((await http.inject({ url: '/icon.svg' })).body).toBe('<svg/>')
  for (const url of ['/api/v1/nothing', '/auth/v1/nothing', '/assets/gone.js']) {
    const answer = await http.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ error: { code: 'not_found' } })
  }
  expect((await http.inject({ method: 'POST', url: '/products' })).statusCode).toBe(404)
})

test('an asset is sent in its compressed form to browsers that accept it, unchanged to others, and cached permanently', async () => {
  const asked = (encodings: string) =>
    http.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': encodings } })
  const small = await asked('gzip, deflate, br')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script)
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
  })
  const whole = await asked('identity')
  expect(whole.body).toBe(script)
  expect(whole.headers['content-encoding']).toBeUndefined()
  for (const answer of [small, whole]) {
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['vary']).toBe('accept-encoding')
  }
  expect((await http.inject({ url: '/assets/app-1.js.br' })).statusCode).toBe(404)
})

test('the API’s responses name the script that pages start with now', async () => {
  const named = async (url: string) => (await http.inject({ url })).headers['onhand-app']
  expect(await named('/api/v1/nothing')).toBe('/assets/first-3.js')
  expect(await named('/icon.svg')).toBeUndefined()
})
