import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCategory, listCategories } from '../contract/categories.ts'
import { findProcess } from './platform/postgres/find-processes.ts'
import { signUp } from './testing/app.ts'
import { makeInstallation, readyStatus } from './testing/server-process.ts'

// Entire servers are started and stopped here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

test('SIGINT, SIGTERM and SIGHUP stop the server, then PostgreSQL, and the data is kept', async () => {
  const installation = await makeInstallation()
  let server = await installation.start()
  // Everything on standard output is a line of the log.
  expect(linesOf(server.output()).find(({ msg }) => msg === 'Onhand is ready')).toMatchObject({
    level: 30,
    address: installation.url,
    data: installation.dataDir,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  expect(statSync(join(installation.dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  const client = await signUp(installation.url, 'owner@example.com')
  const names = ['Bolts', 'Nuts', 'Screws']
  for (const [n, signal] of (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).entries()) {
    await client.call(createCategory, { name: names[n] ?? '', color: '#10B981' })
    const postgres = installation.postgresPid()
    // Several at once, so that the pool has several connections to close.
    await Promise.all(names.concat(names).map(() => client.call(listCategories, {})))
    expect([signal, await server.end(signal)]).toEqual([signal, 0])
    expect(server.output()).not.toMatch(/"level":[45]0/)
    const lines = linesOf(server.output())
    expect(lines.find(({ msg }) => msg === 'Onhand is stopping')).toMatchObject({ level: 30, signal })
    expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'Onhand has stopped' })
    expect([signal, findProcess(postgres)]).toEqual([signal, null])
    expect([signal, existsSync(join(installation.dataDir, 'onhand.lock'))]).toEqual([signal, false])

    server = await installation.start()
    const { items } = await client.call(listCategories, {})
    expect(items.map(({ name }) => name)).toEqual(names.slice(0, n + 1))
  }
})

type Line = { msg: string; request_id?: string }

const linesOf = (log: string) =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('a request that doesn’t end keeps neither the server nor PostgreSQL from stopping properly', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const postgres = installation.postgresPid()
  const { hostname, port } = new URL(installation.url)
  const client = connect(Number(port), hostname)
  client.on('error', () => {})
  onTestFinished(() => void client.destroy())
  client.write('POST /auth/v1/signup HTTP/1.1\r\nhost: onhand\r\ncontent-type: application/json\r\n')
  // The server asks for the body, so it has begun with this request.
  client.write('expect: 100-continue\r\ncontent-length: 100\r\n\r\n')
  await once(client, 'data')
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output()).toContain('stopping without waiting for the last requests')
  expect(findProcess(postgres)).toBeNull()
  expect(readFileSync(join(installation.dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
})

test('at a terminal only readable lines are printed, and the log is a file in the data folder', async () => {
  const installation = await makeInstallation({ empty: true })
  const server = await installation.start({ LOG_TO: 'file' })
  await signUp(installation.url, 'owner@example.com')
  const path = join(installation.dataDir, 'onhand.log')
  expect(server.output().trim().split('\n')).toEqual([
    'Starting Onhand and its database …',
    '',
    `  Onhand is ready at ${installation.url.replace('127.0.0.1', 'localhost')}`,
    `  Data is stored in ${installation.dataDir}`,
    `  Log: ${path}`,
    '  Press Ctrl-C to stop.',
  ])
  const logged = () => linesOf(readFileSync(path, 'utf8'))
  expect(logged().map(({ msg }) => msg)).toEqual(expect.arrayContaining(['migrating', 'signed up']))
  // It is written once the answer is sent.
  await expect.poll(() => logged().find(({ msg }) => msg === 'request')?.request_id).toMatch(/^[\w-]{20,}$/)
})

test('a second server on the same data is refused and the first continues; while PostgreSQL is down it answers 503, then recovers by itself', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  await expect(installation.start()).rejects.toThrow(/"level":60.*already running on .*Onhand could not start/)
  expect(server.child.exitCode).toBeNull()
  expect(await readyStatus(installation.url)).toBe(200)

  const client = await signUp(installation.url, 'owner@example.com')
  await client.call(createCategory, { name: 'Bolts', color: '#10B981' })
  const killed = installation.postgresPid()
  const statuses = new Set<number>()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(
    async () => {
      const status = (await client.fetch('/api/v1/categories')).status
      statuses.add(status)
      expect(installation.postgresPid()).not.toBe(killed)
      expect(status).toBe(200)
    },
    { timeout: 180_000, interval: 5 },
  )
  expect(statuses).toEqual(new Set([503, 200]))
  expect(await readyStatus(installation.url)).toBe(200)
  expect((await client.call(listCategories, {})).items).toHaveLength(1)
  expect(server.child.exitCode).toBeNull()
})
