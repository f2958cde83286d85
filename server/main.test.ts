import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createCategory, listCategories } from '../contract/categories.ts'
import { findProcess } from './platform/postgres/processes.ts'
import { signUp } from './testing/app.ts'
import { makePlace, readyStatus } from './testing/server-process.ts'

// Whole servers are started and stopped here, and a busy machine takes its time.
vi.setConfig({ testTimeout: 180_000 })

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops the server and PostgreSQL in order, and the data stays',
  async (signal) => {
    const place = await makePlace()
    const first = await place.start()
    const client = await signUp(place.url, 'owner@example.com')
    await client.call(createCategory, { name: 'Bolts', color: '#10B981' })
    const postgres = place.postgresPid()
    expect(await first.end(signal)).toBe(0)
    expect(findProcess(postgres)).toBeNull()
    expect(existsSync(join(place.dataDir, 'onhand.lock'))).toBe(false)

    await place.start()
    const { items } = await client.call(listCategories, {})
    expect(items.map(({ name }) => name)).toEqual(['Bolts'])
  },
)

test('the start says where it serves and where its data is', async () => {
  const place = await makePlace()
  const server = await place.start()
  expect(server.output()).toContain(`Onhand is ready at ${place.url.replace('127.0.0.1', 'localhost')}`)
  expect(server.output()).toContain(`Its data lives in ${place.dataDir}`)
})

test('a second server on the same data is refused, and the first goes on', async () => {
  const place = await makePlace()
  const first = await place.start()
  await expect(place.start()).rejects.toThrow('already runs on')
  expect(first.child.exitCode).toBeNull()
  expect(await readyStatus(place.url)).toBe(200)
})

test('while PostgreSQL is gone the server answers 503, and recovers by itself', async () => {
  const place = await makePlace()
  const server = await place.start()
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

test('a promise that is rejected and that nobody hears of is logged, and the server goes on', async () => {
  const place = await makePlace()
  const mistake = `process.on('SIGUSR2', () => void Promise.reject(new Error('nobody hears this')))`
  const server = await place.start({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(mistake)}` })
  server.child.kill('SIGUSR2')
  await vi.waitFor(() => expect(server.output()).toContain('nobody hears this'), { timeout: 60_000, interval: 20 })
  expect(await readyStatus(place.url)).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})
