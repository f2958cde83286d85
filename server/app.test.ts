import { once } from 'node:events'
import { connect } from 'node:net'
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
  // It loads everything from this server, and sends our description to no other.
  const paths = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(paths.filter((path) => !path.startsWith('/api/docs/static/'))).toEqual([])
  for (const path of paths) expect([path, (await read(path)).status]).toEqual([path, 200])
  expect((await read('/api/docs/static/swagger-initializer.js')).text).toContain('validatorUrl: null')
  expect(JSON.parse((await read('/api/openapi.json')).text)).toMatchObject({ servers: [{ url: '/' }] })
})

test.each([
  [
    '/api/v1/categories',
    '"error":{"code":"unavailable","message":"Onhand is restarting or stopping. Try again in a moment."',
  ],
  ['/auth/v1/token?grant_type=password', '"error_code":"unavailable"'],
])(
  'a stopping server finishes open requests; later ones, at %s, are refused in the usual error format',
  async (path, form) => {
    const { url, app } = await testApp()
    const { hostname, port } = new URL(url)
    const post = (to: string, body: string, length = body.length) =>
      `POST ${to} HTTP/1.1\r\nhost: onhand\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
    const socket = connect(Number(port), hostname)
    let answers = ''
    socket.on('data', (bytes: Buffer) => (answers += bytes.toString()))
    const begun = once(app.http.server, 'request')
    socket.write(post('/api/v1/categories', '{', 2))
    await begun

    const closed = app.http.close()
    const knocked = async () => {
      const late = connect(Number(port), hostname)
      return once(late, 'connect')
        .then(() => 'connected', String)
        .finally(() => late.destroy())
    }
    await expect.poll(knocked).toContain('ECONNREFUSED')
    socket.write(`}${post(path, '{}')}`)
    await once(socket, 'close')
    await closed

    const [first = '', second = ''] = answers.split(/(?=HTTP\/1.1 )/)
    expect(first).toContain('HTTP/1.1 401 ')
    expect(second).toContain('HTTP/1.1 503 ')
    expect(second).toContain('Connection: close')
    expect(second).toContain('retry-after: 1')
    expect(second).toContain(form)
    expect(second).toMatch(/"(request_id|error_id)":"[\w-]{20,}"/)
  },
)
