import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCategory, listCategories } from '../contract/categories.ts'
import { freePort } from '../tools/shared/free-port.ts'
import { thisSystem } from './platform/postgres/system.ts'
import { onSystem } from './testing/another-system.ts'
import { signUp } from './testing/app.ts'
import { makeInstallation, readyStatus } from './testing/server-process.ts'

const container = onSystem({ ...thisSystem(), host: 'c0ffee', processes: 'pid:[1]' })
const computer = onSystem({ host: 'elsewhere', boot: 'another', processes: 'pid:[1]' })

test('a container that is created again under another name after a crash starts after 20 seconds, with all data', async () => {
  const installation = await makeInstallation()
  const crashed = await installation.start()
  const client = await signUp(installation.url, 'owner@example.com')
  await client.call(createCategory, { name: 'Bolts', color: '#10B981' })
  // Like a container: all of its processes end.
  process.kill(installation.postgresPid(), 'SIGKILL')
  await crashed.end('SIGKILL')
  const began = performance.now()
  const server = await installation.start(container)
  expect(performance.now() - began).toBeGreaterThan(20_000)
  expect(server.output()).toContain('Waiting 20 s to see whether Onhand is still running there.')
  expect((await client.call(listCategories, {})).items.map(({ name }) => name)).toEqual(['Bolts'])
  expect([await server.end('SIGTERM'), existsSync(join(installation.dataDir, 'onhand.lock'))]).toEqual([0, false])
})

test('while a server runs on the folder, one on another computer refuses to start and says what to do', async () => {
  const installation = await makeInstallation()
  const server = await installation.start()
  const PORT = String(await freePort())
  await expect(installation.start({ ...computer, PORT })).rejects.toThrow(
    /already running on .* in another container or on another computer \(host .*, process \d+\)\. Stop it first, or give this one another folder with ONHAND_DATA/,
  )
  expect(await readyStatus(installation.url)).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output()).not.toMatch(/"level":[45]0/)
})

test('a server that stood still while another took its folder over ends as soon as it goes on', async () => {
  const installation = await makeInstallation()
  const paused = await installation.start()
  paused.child.kill('SIGSTOP')
  const port = await freePort()
  const server = await installation.start({ ...container, PORT: String(port) })
  const postgres = installation.postgresPid()
  paused.child.kill('SIGCONT')
  expect(await paused.end('SIGCONT')).toBe(1)
  expect(paused.output()).toContain('another Onhand has taken the folder over')
  // Two heartbeats later, the new one still has the folder and its database.
  await sleep(4_000)
  expect([await readyStatus(`http://127.0.0.1:${port}`), installation.postgresPid()]).toEqual([200, postgres])
  expect(await server.end('SIGTERM')).toBe(0)
})
