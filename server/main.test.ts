import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createCategory, listCategories } from '../contract/categories.ts'
import { findProcess } from './platform/postgres/find-processes.ts'
import { signUp } from './testing/app.ts'
import { makeInstallation, readyStatus } from './testing/server-process.ts'

// Entire servers are started and stopped here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

test('SIGINT and SIGTERM stop the server, then PostgreSQL, and the data is kept', async () => {
  const installation = await makeInstallation()
  let server = await installation.start()
  expect(server.output()).toContain(`Onhand is ready at ${installation.url.replace('127.0.0.1', 'localhost')}`)
  expect(server.output()).toContain(`Data is stored in ${installation.dataDir}`)
  expect(statSync(join(installation.dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  const client = await signUp(installation.url, 'owner@example.com')
  const names = ['Bolts', 'Nuts']
  for (const [n, signal] of (['SIGINT', 'SIGTERM'] as const).entries()) {
    await client.call(createCategory, { name: names[n] ?? '', color: '#10B981' })
    const postgres = installation.postgresPid()
    // Several at once, so that the pool has several connections to close.
    await Promise.all(names.concat(names).map(() => client.call(listCategories, {})))
    expect([signal, await server.end(signal)]).toEqual([signal, 0])
    expect(server.output()).not.toMatch(/"level":[45]0/)
    expect([signal, findProcess(postgres)]).toEqual([signal, null])
    expect([signal, existsSync(join(installation.dataDir, 'onhand.lock'))]).toEqual([signal, false])

    server = await installation.start()
    const { items } = await client.call(listCategories, {})
    expect(items.map(({ name }) => name)).toEqual(names.slice(0, n + 1))
  }
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
  type Line = { msg: string; request_id?: string }
  const logged = () =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  expect(logged().map(({ msg }) => msg)).toEqual(expect.arrayContaining(['migrating', 'signed up']))
  // It is written once the answer is sent.
  await expect.poll(() => logged().find(({ msg }) => msg === 'request')?.request_id).toMatch(/^[\w-]{20,}$/)
})

test('a second server on the same data is refused and the first continues; while PostgreSQL is down it answers 503, then recovers by itself', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  await expect(installation.start()).rejects.toThrow('already runs on')
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
    { timeout: 60_000, interval: 5 },
  )
  expect(statuses).toEqual(new Set([503, 200]))
  expect(await readyStatus(installation.url)).toBe(200)
  expect((await client.call(listCategories, {})).items).toHaveLength(1)
  expect(server.child.exitCode).toBeNull()
})
