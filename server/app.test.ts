import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from './testing/app.ts'

test('the API documentation page has the same security policy as everything else, and works over plain HTTP', async () => {
  const { url } = await testApp()
  // Read to its end: a connection with an unread response would keep the server from closing for more than a minute.
  const read = async (path: string) => {
    const answer = await fetch(url + path)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const policyOf = async (path: string) => (await read(path)).headers.get('content-security-policy')
  const page = await read('/api/docs')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers.get('content-security-policy')
  expect(policy).toBe(await policyOf('/health'))
  expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self';")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(page.headers.get('permissions-policy')).toBe(
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  )
  // It loads everything from this server, and sends our description to no other.
  const paths = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(paths.filter((path) => !path.startsWith('/api/docs/static/'))).toEqual([])
  for (const path of paths) expect([path, (await read(path)).status]).toEqual([path, 200])
  expect((await read('/api/docs/static/swagger-initializer.js')).text).toContain('validatorUrl: null')
  expect(JSON.parse((await read('/api/openapi.json')).text)).toMatchObject({ servers: [{ url: '/' }] })
})

/** A connection to the server, what it has received, and the server's side of it. */
async function connected({ url, app }: Awaited<ReturnType<typeof testApp>>) {
  const { hostname, port } = new URL(url)
  const accepted = once(app.http.server, 'connection') as Promise<[Socket]>
  const socket = connect(Number(port), hostname)
  const received = { text: '' }
  socket.on('data', (bytes: Buffer) => (received.text += bytes.toString()))
  const [server] = await accepted
  return { socket, received, server }
}

/** Begins to stop the server; resolves when it accepts no more connections. */
async function beginToStop({ url, app }: Awaited<ReturnType<typeof testApp>>) {
  const { hostname, port } = new URL(url)
  const closed = app.http.close()
  const knocked = async () => {
    const late = connect(Number(port), hostname)
    return once(late, 'connect')
      .then(() => 'connected', String)
      .finally(() => late.destroy())
  }
  await expect.poll(knocked).toContain('ECONNREFUSED')
  return { closed }
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: onhand\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

test('a stopping server finishes open requests and ends their connections, which would otherwise delay the stop', async () => {
  const running = await testApp()
  const { socket, received } = await connected(running)
  const begun = once(running.app.http.server, 'request')
  socket.write(`${head('/auth/v1/token?grant_type=password', 2)}{`)
  await begun
  const { closed } = await beginToStop(running)
  socket.write('}')
  await once(socket, 'close')
  await closed
  expect(received.text).toMatch(/^HTTP\/1\.1 400 /)
  expect(received.text).toMatch(/^connection: close\r$/im)
})

test.each([
  [
    '/api/v1/categories',
    '"error":{"code":"unavailable","message":"Onhand is restarting or stopping. Try again in a moment."',
  ],
  ['/auth/v1/token?grant_type=password', '"error_code":"unavailable"'],
])('a request that begins while the server stops, at %s, is refused in the usual error format', async (path, form) => {
  const running = await testApp()
  const { socket, received, server } = await connected(running)
  const [first = '', ...rest] = `${head(path, 2)}{}`.split(/(?<=\n)/)
  socket.write(first)
  await expect.poll(() => server.bytesRead).toBe(first.length)
  const { closed } = await beginToStop(running)
  socket.write(rest.join(''))
  await once(socket, 'close')
  await closed
  expect(received.text).toContain('HTTP/1.1 503 ')
  expect(received.text).toMatch(/^connection: close\r$/im)
  expect(received.text).toContain('retry-after: 1')
  expect(received.text).toContain(form)
  expect(received.text).toMatch(/"(request_id|error_id)":"[\w-]{20,}"/)
})

test('a server that drains serves requests and ends their connections, and isn’t ready, before it stops listening', async () => {
  const running = await testApp({ drainMs: 60_000 })
  const { socket, received } = await connected(running)
  socket.write('GET /health HTTP/1.1\r\nhost: onhand\r\n\r\n')
  await expect.poll(() => received.text).toMatch(/^HTTP\/1\.1 200 [^]*"ok"/)
  expect(received.text).toMatch(/^connection: keep-alive\r$/im)
  received.text = ''
  const closed = running.app.http.close()
  // Kept by a proxy, and used at this moment.
  socket.write(`${head('/auth/v1/token?grant_type=password', 2)}{}`)
  await once(socket, 'close')
  expect(received.text).toMatch(/^HTTP\/1\.1 400 /)
  expect(received.text).toMatch(/^connection: close\r$/im)
  const statusOf = async (path: string) => (await fetch(running.url + path)).status
  expect([await statusOf('/ready'), await statusOf('/health')]).toEqual([503, 200])
  await closed
  await expect(statusOf('/health')).rejects.toThrow('fetch failed')
})

test('a request that has arrived on a kept connection when the server closes it is served', async () => {
  const running = await testApp()
  const { socket, received } = await connected(running)
  socket.write('GET /health HTTP/1.1\r\nhost: onhand\r\n\r\n')
  await expect.poll(() => received.text).toContain('"ok"')
  received.text = ''
  // Written at once, and read by the server only in the next iteration of the event loop.
  socket.write(`${head('/auth/v1/token?grant_type=password', 2)}{}`)
  const closed = running.app.http.close()
  await once(socket, 'close')
  await closed
  expect(received.text).toMatch(/^HTTP\/1\.1 400 /)
  expect(received.text).toMatch(/^connection: close\r$/im)
})
