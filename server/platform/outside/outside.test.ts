import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { silentLog } from '../log.ts'
import { createPages } from './pages.ts'
import { readPage } from './read-page.ts'
import { postOutside } from './post-outside.ts'
import { isPublicAddress, publicRules } from './rules.ts'
import { NotReachable } from './target.ts'
import { elsewhere, internet, testRules, type LookupLog } from './testing.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

test.for([
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['100.64.0.1', false],
  ['100.127.255.255', false],
  ['169.254.169.254', false],
  ['192.0.0.192', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['192.88.99.1', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::1', false],
  ['2002:7f00:1::1', false],
  ['2001:0:4136:e378::1', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['100::1', false],
  ['4000::1', false],
  ['5f00::1', false],
  ['not an address', false],
  ['', false],
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['192.169.0.1', true],
  ['100.128.0.1', true],
  ['2606:4700:4700::1111', true],
  ['2a00:1450:4001::200e', true],
] as const)('%s is public: %s', ([address, is]) => {
  expect(isPublicAddress(address)).toBe(is)
})

test('no address of this machine counts as public', () => {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  expect(own.length).toBeGreaterThan(0)
  for (const { address } of own) expect([address, isPublicAddress(address)]).toEqual([address, false])
  // As on a machine with a public address of its own, in any notation.
  const ours = new Set(['8.8.8.8', '2606:4700:4700::1111'])
  const asked = ['8.8.8.8', '2606:4700:4700:0:0:0:0:1111', '8.8.4.4']
  expect(asked.map((address) => isPublicAddress(address, ours))).toEqual([false, false, true])
})

test.for([
  ['http://127.0.0.1:5432/', 'port 5432'],
  ['http://127.0.0.1/', 'the address 127.0.0.1'],
  ['http://2130706433/', 'the address 127.0.0.1'],
  ['http://0x7f000001/', 'the address 127.0.0.1'],
  ['http://0177.0.0.1/', 'the address 127.0.0.1'],
  ['http://127.1/', 'the address 127.0.0.1'],
  ['http://１２７.0.0.1/', 'the address 127.0.0.1'],
  ['http://127。0。0。1/', 'the address 127.0.0.1'],
  ['http://0.0.0.0/', 'the address 0.0.0.0'],
  ['http://0/', 'the address 0.0.0.0'],
  ['http://[::1]/', 'the address ::1'],
  ['http://[::]/', 'the address ::'],
  ['http://[::ffff:127.0.0.1]/', 'the address ::ffff:7f00:1'],
  ['http://[::ffff:a9fe:a9fe]/', 'the address ::ffff:a9fe:a9fe'],
  ['http://[fc00::1]/', 'the address fc00::1'],
  ['http://[fe80::1]/', 'the address fe80::1'],
  ['http://[fe80::1%25eth0]/', 'not an address'],
  ['http://169.254.169.254/latest/meta-data', 'the address 169.254.169.254'],
  ['http://10.1.2.3/', 'the address 10.1.2.3'],
  ['http://172.16.5.4/', 'the address 172.16.5.4'],
  ['http://192.168.1.1/', 'the address 192.168.1.1'],
  ['http://100.64.0.1/', 'the address 100.64.0.1'],
  ['http://metadata.google.internal/', 'the address 169.254.169.254'],
  ['http://localhost/', 'the address 127.0.0.1'],
  ['http://localhost./', 'the address 127.0.0.1'],
  ['http://LOCALHOST/', 'the address 127.0.0.1'],
  ['http://127.0.0.1.nip.io/', 'the address 127.0.0.1'],
  ['http://both.example/', 'the address 10.0.0.9'],
  ['http://six.example/', 'the address ::1'],
  ['http://nowhere.example/', 'an unknown name'],
  ['http://8.8.8.8:22/', 'port 22'],
  ['http://8.8.8.8:25/', 'port 25'],
  ['http://8.8.8.8:6379/', 'port 6379'],
  ['https://8.8.8.8:8443/', 'port 8443'],
  ['http://user:password@8.8.8.8/', 'an address with a password'],
  ['http://user@8.8.8.8/', 'an address with a password'],
  ['http://8.8.8.8\\@127.0.0.1/', 'the address 8.8.8.8'],
  ['file:///etc/passwd', 'not a page: file:'],
  ['gopher://127.0.0.1:6379/_INFO', 'not a page: gopher:'],
  ['ftp://8.8.8.8/', 'not a page: ftp:'],
  ['data:text/html,hello', 'not a page: data:'],
  ['javascript:alert(1)', 'not a page: javascript:'],
  ['//8.8.8.8/', 'not an address'],
  ['http://', 'not an address'],
  ['', 'not an address'],
] as const)('%s is not asked: %s', async ([url, reason]) => {
  // The production rules, but no DNS server and no outside host is contacted.
  const names: Record<string, string[]> = {
    localhost: ['127.0.0.1'],
    'localhost.': ['127.0.0.1'],
    'metadata.google.internal': ['169.254.169.254'],
    '127.0.0.1.nip.io': ['127.0.0.1'],
    'both.example': ['8.8.4.4', '10.0.0.9'],
    'six.example': ['2606:4700:4700::1111', '::1'],
  }
  const rules = {
    ...publicRules,
    mayConnect: (address: string) => address !== '8.8.8.8' && publicRules.mayConnect(address),
    resolve: async (name: string) => names[name] ?? [],
  }
  const refused = await readPage(url, rules).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(NotReachable)
  expect((refused as Error).message).toBe(reason)
})

test('a page is read, unpacked and decoded; the request has no cookie, password or referrer', async () => {
  const asked: Record<string, unknown>[] = []
  const body = '<p>19,99 €</p>'
  const port = await elsewhere((request, response) => {
    asked.push(request.headers)
    const encoding = request.url?.slice(1) ?? ''
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding]
    response.writeHead(200, { ...html, ...(pack && { 'content-encoding': encoding }), 'set-cookie': 'a=b' })
    response.end(pack ? pack(body) : body)
  })
  const rules = testRules({ 'shop.example': [[internet]] })
  for (const path of ['gzip', 'deflate', 'br', 'plain']) {
    expect(await readPage(`http://shop.example:${port}/${path}#top`, rules)).toEqual({
      text: body,
      url: `http://shop.example:${port}/${path}#top`,
    })
  }
  expect(asked.map((headers) => Object.keys(headers).sort())).toEqual(
    Array.from({ length: 4 }, () => [
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'user-agent',
    ]),
  )
})

test.for([
  ['windows-1252', Buffer.from([0x31, 0x80]), '1€'],
  ['made-up-charset', Buffer.from('1€'), '1€'],
] as const)('a page in %s', async ([charset, body, text]) => {
  const port = await elsewhere((_request, response) => {
    response.writeHead(200, { 'content-type': `text/html; charset="${charset}"` }).end(body)
  })
  expect((await readPage(`http://${internet}:${port}/`, testRules())).text).toBe(text)
})

test('a name is resolved once, and the connection uses the checked addresses', async () => {
  let atHome = 0
  const port = await elsewhere((_request, response) => void response.writeHead(200, html).end('outside'))
  const home = createServer((_request, response) => {
    atHome++
    response.writeHead(200, html).end('inside')
  }).listen(port, '127.0.0.1')
  await once(home, 'listening')
  onTestFinished(() => void home.close())
  const looked: LookupLog = { names: [] }
  const rules = testRules({ 'flips.example': [[internet], ['127.0.0.1']] }, looked)
  expect((await readPage(`http://flips.example:${port}/`, rules)).text).toBe('outside')
  expect([looked.names, atHome]).toEqual([['flips.example'], 0])
})

test('every redirect is checked again: to this machine, another port, another scheme, or one too many is refused', async () => {
  let port = 0
  const asked: string[] = []
  const answer = (status: number, location?: string) => ({ status, location })
  const pages: Record<string, ReturnType<typeof answer>> = {
    '/home': answer(302, 'http://127.0.0.1/'),
    '/name': answer(301, 'http://inside.example/'),
    '/port': answer(307, `http://${internet}:25/`),
    '/file': answer(302, 'file:///etc/passwd'),
    '/data': answer(302, 'data:text/html,<meta property=og:price:amount content=1>'),
    '/password': answer(302, 'http://user:password@shop.example/'),
    '/nowhere': answer(302),
    '/loop': answer(302, '/loop'),
    '/1': answer(302, '/2'),
    '/2': answer(303, '3'),
    '/3': answer(308, 'http://shop.example:PORT/4'),
    '/4': answer(200),
  }
  port = await elsewhere((request, response) => {
    asked.push(request.url ?? '')
    const { status, location } = pages[request.url ?? ''] ?? answer(404)
    const to = location?.replace('PORT', String(port))
    response.writeHead(status, { ...html, ...(to !== undefined && { location: to }) }).end('here')
  })
  const rules = testRules({ 'shop.example': [[internet]], 'inside.example': [['192.168.1.1']] })
  const reasonOf = (path: string) =>
    readPage(`http://shop.example:${port}${path}`, rules).then(
      ({ url }) => url,
      (error: Error) => error.message,
    )
  expect(
    await Promise.all(['/home', '/name', '/port', '/file', '/data', '/password', '/nowhere', '/5'].map(reasonOf)),
  ).toEqual([
    'the address 127.0.0.1',
    'the address 192.168.1.1',
    'port 25',
    'not a page: file:',
    'not a page: data:',
    'an address with a password',
    'a redirect to nowhere',
    'status 404',
  ])
  expect(await reasonOf('/1')).toBe(`http://shop.example:${port}/4`)
  asked.length = 0
  expect(await reasonOf('/loop')).toBe('too many redirects')
  expect(asked).toHaveLength(limits.outsideRedirects + 1)
})

test('only pages are read: no other type, status or double compression', async () => {
  const answers: Record<string, [number, Record<string, string>]> = {
    '/image': [200, { 'content-type': 'image/png' }],
    '/json': [200, { 'content-type': 'application/json' }],
    '/none': [200, {}],
    '/error': [500, html],
    '/partial': [206, html],
    '/packed': [200, { ...html, 'content-encoding': 'gzip, gzip' }],
    '/broken': [200, { ...html, 'content-encoding': 'gzip' }],
  }
  const port = await elsewhere((request, response) => {
    const [status, headers] = answers[request.url ?? ''] ?? [404, {}]
    response.writeHead(status, headers).end('<p>1</p>')
  })
  for (const path of Object.keys(answers)) {
    await expect(readPage(`http://${internet}:${port}${path}`, testRules())).rejects.toThrow()
  }
})

test('an endless page is read for one megabyte, compressed or not', async () => {
  let sent = 0
  let left = 0
  const packed = gzipSync(Buffer.alloc(200_000_000, '<p>'), { level: 1 })
  const port = await elsewhere((request, response) => {
    response.on('close', () => left++)
    if (request.url === '/bomb') {
      response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(packed)
      return
    }
    response.writeHead(200, { ...html, 'content-length': '10000000000' })
    const chunk = Buffer.alloc(65_536, 'x')
    const more = () => {
      do sent += chunk.length
      while (!response.destroyed && response.write(chunk))
    }
    response.on('drain', more)
    more()
  })
  const before = process.memoryUsage.rss()
  const [endless, bomb] = await Promise.all([
    readPage(`http://${internet}:${port}/endless`, testRules()),
    readPage(`http://${internet}:${port}/bomb`, testRules()),
  ])
  expect([endless.text.length, bomb.text.length]).toEqual([limits.outsideBytes, limits.outsideBytes])
  expect(sent).toBeLessThan(50_000_000)
  expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  await expect.poll(() => left).toBe(2)
})

test('a slow server is abandoned after five seconds: slow bytes, no response, endless headers, or no connection', async () => {
  const timers: NodeJS.Timeout[] = []
  onTestFinished(() => timers.forEach((timer) => clearInterval(timer)))
  const port = await elsewhere((request, response) => {
    if (request.url === '/silent') return
    response.writeHead(200, html)
    timers.push(setInterval(() => response.write('x'), 200))
  })
  const headers = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\n')
    timers.push(setInterval(() => socket.write('x: y\r\n'), 200))
  }).listen(0, internet)
  await once(headers, 'listening')
  onTestFinished(() => void headers.close())
  const { port: headersPort } = headers.address() as AddressInfo
  const rules = testRules()
  const never = { ...rules, resolve: (_name: string, signal: AbortSignal) => once(signal, 'abort').then(() => []) }
  const begin = performance.now()
  const ends = await Promise.allSettled([
    readPage(`http://${internet}:${port}/drops`, rules),
    readPage(`http://${internet}:${port}/silent`, rules),
    readPage(`http://${internet}:${headersPort}/`, rules),
    readPage(`http://slow.example:${port}/`, never),
  ])
  expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'))
  expect(performance.now() - begin).toBeGreaterThan(limits.outsideSeconds * 1_000 - 100)
  expect(performance.now() - begin).toBeLessThan(limits.outsideSeconds * 1_000 + 10_000)
})

test('our own public name is never fetched', async () => {
  const port = await elsewhere((_request, response) => void response.writeHead(200, html).end('ours'))
  const rules = testRules({ 'onhand.example': [[internet]] })
  const read = (host: string) =>
    createPages(rules, silentLog, host).read(`http://onhand.example:${port}/`, 'a', async (text) => text)
  expect([await read('other.example'), await read('onhand.example')]).toEqual(['ours', null])
  const withDot = createPages(testRules({ 'onhand.example.': [[internet]] }), silentLog, 'onhand.example')
  expect(await withDot.read(`http://onhand.example.:${port}/`, 'a', async (text) => text)).toBeNull()
})

test('a POST is sent only to addresses that can be read, over TLS, and follows no redirect', async () => {
  const got: string[] = []
  const port = await elsewhere((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      got.push(`${request.method} ${request.url} ${body}`)
      const redirect = request.url === '/moved'
      response.writeHead(redirect ? 307 : 429, redirect ? { location: '/again' } : { 'retry-after': '120' }).end('no')
    })
  })
  const post = (url: string, rules = testRules({ 'inside.example': [['10.0.0.1']] })) =>
    postOutside(url, { headers: { 'content-type': 'text/plain' }, body: 'hello' }, rules).catch(
      (error: Error) => error.message,
    )
  expect(await post(`http://${internet}:${port}/busy`)).toEqual({ status: 429, retryAfterSeconds: 120 })
  expect(await post(`http://${internet}:${port}/moved`)).toEqual({ status: 307, retryAfterSeconds: null })
  expect(got).toEqual(['POST /busy hello', 'POST /moved hello'])
  expect(await post('http://127.0.0.1/')).toBe('the address 127.0.0.1')
  expect(await post('https://inside.example/')).toBe('the address 10.0.0.1')
  expect(await post(`http://user:password@${internet}:${port}/`)).toBe('an address with a password')
  expect(await post('file:///etc/passwd')).toBe('not a page: file:')
  expect(await post('http://8.8.8.8/', publicRules)).toBe('not over TLS')
  expect(got).toHaveLength(2)
})
