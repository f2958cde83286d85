import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createCategory, listCategories } from '../contract/categories.ts'
import { findProcess } from './platform/postgres/processes.ts'
import { signUp } from './testing/app.ts'
import { makePlace, readyStatus } from './testing/server-process.ts'

// Whole servers are started and stopped here, and a busy machine takes its time.
vi.setConfig({ testTimeout: 180_000 })

test('SIGINT and SIGTERM stop the server and PostgreSQL in order, and the data stays', async () => {
  const place = await makePlace()
  let server = await place.start()
  expect(server.output()).toContain(`Onhand is ready at ${place.url.replace('127.0.0.1', 'localhost')}`)
  expect(server.output()).toContain(`Its data lives in ${place.dataDir}`)
  expect(statSync(join(place.dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  const client = await signUp(place.url, 'owner@example.com')
  const names = ['Bolts', 'Nuts']
  for (const [n, signal] of (['SIGINT', 'SIGTERM'] as const).entries()) {
    await client.call(createCategory, { name: names[n] ?? '', color: '#10B981' })
    const postgres = place.postgresPid()
    // Several at once, so that the pool has several connections to say goodbye on.
    await Promise.all(names.concat(names).map(() => client.call(listCategories, {})))
    expect([signal, await server.end(signal)]).toEqual([signal, 0])
    expect(server.output()).not.toMatch(/"level":[45]0/)
    expect([signal, findProcess(postgres)]).toEqual([signal, null])
    expect([signal, existsSync(join(place.dataDir, 'onhand.lock'))]).toEqual([signal, false])

    server = await place.start()
    const { items } = await client.call(listCategories, {})
    expect(items.map(({ name }) => name)).toEqual(names.slice(0, n + 1))
  }
})

test('at a terminal it says this in words alone, from the first start on, and the log is a file of the data folder', async () => {
  const place = await makePlace({ empty: true })
  const server = await place.start({ LOG_TO: 'file' })
  await signUp(place.url, 'owner@example.com')
  const path = join(place.dataDir, 'onhand.log')
  expect(server.output().trim().split('\n')).toEqual([
    'Starting Onhand and its database …',
    '',
    `  Onhand is ready at ${place.url.replace('127.0.0.1', 'localhost')}`,
    `  Its data lives in ${place.dataDir}`,
    `  Its log is ${path}`,
    '  Ctrl-C stops it.',
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

test('a second server on the same data is refused, and the first goes on; while PostgreSQL is gone it answers 503, and recovers by itself', async () => {
  const place = await makePlace()
  const server = await place.start()
  await expect(place.start()).rejects.toThrow('already runs on')
  expect(server.child.exitCode).toBeNull()
  expect(await readyStatus(place.url)).toBe(200)

  const client = await signUp(place.url, 'owner@example.com')
  await client.call(createCategory, { name: 'Bolts', color: '#10B981' })
  const killed = place.postgresPid()
  const statuses = new Set<number>()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(
    async () => {
      const status = (await client.fetch('/api/v1/categories')).status
      statuses.add(status)
      expect(place.postgresPid()).not.toBe(killed)
      expect(status).toBe(200)
    },
    { timeout: 60_000, interval: 5 },
  )
  expect(statuses).toEqual(new Set([503, 200]))
  expect(await readyStatus(place.url)).toBe(200)
  expect((await client.call(listCategories, {})).items).toHaveLength(1)
  expect(server.child.exitCode).toBeNull()
})
