import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { type Client, testApp } from '../testing/app.ts'
import type { Database } from './db.ts'
import { createEvents, type Events } from './events.ts'
import type { HttpServices } from './http-services.ts'
import { installErrorHandler } from './http-errors.ts'
import { silentLog } from './log.ts'
import { mountEventStream } from './server-sent-events.ts'

const app = await testApp()
const patience = { timeout: 20_000 }

type Stage = {
  url: string
  port: number
  events: Events
  subscribed: () => number
  /** The data waiting for readers in this process, beyond the system's buffers. */
  waitingBytes: () => number
  close: () => Promise<void>
}

/** A server with only the stream, for one person; the test publishes its organization's events. */
async function streaming(
  who: Client,
  { heartbeatMs = 20, endPatienceMs = 1_000, db = app.db as Database } = {},
): Promise<Stage> {
  const http = fastify()
  const real = createEvents(app.db, silentLog)
  const listeners = new Set<unknown>()
  const events: Events = {
    ...real,
    subscribe: (org_id, listener, user_id) => {
      listeners.add(listener)
      const leave = real.subscribe(org_id, listener, user_id)
      return () => {
        listeners.delete(listener)
        leave()
      }
    },
  }
  const answers: ServerResponse[] = []
  http.server.on('request', (_request, answer: ServerResponse) => answers.push(answer))
  installErrorHandler(http)
  const services = { db, events, verifyAccessToken: async () => ({ ...who, session_id: sessionOf(who) }) }
  mountEventStream(http, services as unknown as HttpServices, { heartbeatMs, endPatienceMs })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  onTestFinished(async () => {
    await http.close()
    await events.close()
  })
  return {
    url: `http://127.0.0.1:${port}/api/v1/events`,
    port,
    events,
    subscribed: () => listeners.size,
    waitingBytes: () => answers.reduce((sum, { writableLength }) => sum + writableLength, 0),
    close: () => http.close(),
  }
}

function sessionOf({ access_token }: Client): string {
  const claims = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(claims) as { session_id: string }).session_id
}

type Reading = { response: IncomingMessage; text: () => string }

async function opened(url: string, headers: Record<string, string> = {}): Promise<Reading> {
  const request = get(url, { agent: false, headers: { authorization: 'Bearer any', ...headers } })
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk.toString()))
  response.on('error', () => (text += '(broken off)'))
  return { response, text: () => text }
}

/** A reader who sends the request and doesn't read the response. */
async function sleeping(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write('GET /api/v1/events HTTP/1.1\r\nhost: here\r\nauthorization: Bearer any\r\n\r\n')
  return socket
}

const signOut = (who: Client) => who.fetch('/auth/v1/logout?scope=local', { method: 'POST' })

test('a listener is notified of changes in their organization, whatever the case of its id, and of no other', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const { url, events } = await streaming(me)
  const own = await opened(url)
  const named = await opened(url, { 'onhand-organization': me.org_id.toUpperCase() })
  await expect.poll(own.text, patience).toContain('event: ready')
  await expect.poll(named.text, patience).toContain('event: ready')
  events.publish(other.org_id, ['suppliers'])
  events.publish(me.org_id, ['stock'])
  await expect.poll(own.text, patience).toContain('event: changed\ndata: {"nouns":["stock"]}\n\n')
  await expect.poll(named.text, patience).toContain('event: changed\ndata: {"nouns":["stock"]}\n\n')
  expect(own.text() + named.text()).not.toContain('suppliers')
  await expect.poll(own.text, patience).toContain(': still here')
})

test('a stranger or an ended session gets no stream; an open one ends with its session', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const { url, subscribed } = await streaming(me)
  const strange = await opened(url, { 'onhand-organization': other.org_id })
  expect(strange.response.statusCode).toBe(404)
  const open = await opened(url)
  await expect.poll(open.text, patience).toContain('event: ready')
  const ended = once(open.response, 'end')
  await signOut(me)
  await ended
  expect(subscribed()).toBe(0)
  expect((await opened(url)).response.statusCode).toBe(401)
})

test('a removed member is notified of nothing more', async () => {
  const me = await app.signUp()
  const { url, subscribed } = await streaming(me)
  const open = await opened(url)
  await expect.poll(open.text, patience).toContain('event: ready')
  const ended = once(open.response, 'end')
  await app.admin.query('delete from member_settings where user_id = $1', [me.user_id])
  await app.admin.query('delete from members where user_id = $1', [me.user_id])
  await ended
  expect(subscribed()).toBe(0)
})

test('a stream whose reader stalls is closed before much is buffered, and others continue', async () => {
  const me = await app.signUp()
  const { url, port, events, subscribed } = await streaming(me, { heartbeatMs: 60_000 })
  await sleeping(port)
  await expect.poll(subscribed, patience).toBe(1)
  // More than the system's buffers hold between two processes.
  for (let sent = 0; subscribed() > 0 && sent < 400_000; sent++) {
    events.publish(me.org_id, ['stock', 'products', 'sales-orders'])
    if (sent % 1_000 === 0) await new Promise(setImmediate)
  }
  expect(subscribed()).toBe(0)
  const open = await opened(url)
  await expect.poll(open.text, patience).toContain('event: ready')
})

test("changes between the end of a session and its last byte aren't written", async () => {
  const me = await app.signUp()
  const { port, events, subscribed, waitingBytes } = await streaming(me, { endPatienceMs: 60_000 })
  const socket = await sleeping(port)
  await expect.poll(subscribed, patience).toBe(1)
  const fill = () => {
    const isFull = waitingBytes() >= limits.eventBytesWaiting / 2
    while (waitingBytes() < limits.eventBytesWaiting / 2) events.publish(me.org_id, ['stock'])
    return isFull
  }
  // First, until the system's buffers accept nothing for a while: they grow.
  for (let unchanged = 0; unchanged < 20; await sleep(5)) unchanged = fill() ? unchanged + 1 : 0
  const signedOut = signOut(me)
  // Some is still on its way when the session ends: occasionally the system's buffers accept more.
  for (; subscribed() > 0; await new Promise(setImmediate)) fill()
  // Immediately: while the sign-out is being answered, the system's buffers may accept the rest.
  expect(waitingBytes()).toBeGreaterThan(0)
  // Writing after the end would be an unhandled error, and end the process.
  events.publish(me.org_id, ['stock'])
  await signedOut
  socket.destroy()
  await expect.poll(waitingBytes, patience).toBe(0)
})

test('a client that disconnects during a database query leaves nothing behind', async () => {
  const me = await app.signUp()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const slow: Database = {
    ...app.db,
    async transaction(scope, work, options) {
      asked.resolve()
      await answer.promise
      return app.db.transaction(scope, work, options)
    },
  }
  const { port, subscribed } = await streaming(me, { db: slow })
  const socket = await sleeping(port)
  await asked.promise
  const gone = once(socket, 'close')
  socket.destroy()
  await gone
  // The server has noticed it once it answers a later request.
  const other = await opened(`http://127.0.0.1:${port}/`)
  expect(other.response.statusCode).toBe(404)
  answer.resolve()
  const late = await opened(`http://127.0.0.1:${port}/api/v1/events`)
  await expect.poll(late.text, patience).toContain('event: ready')
  expect(subscribed()).toBe(1)
})

test('a session has a limited number of streams, and gets another when one is closed', async () => {
  const me = await app.signUp()
  const { url } = await streaming(me, { heartbeatMs: 60_000 })
  const streams = await Promise.all(Array.from({ length: limits.eventStreamsPerSession }, () => opened(url)))
  expect(streams.map(({ response }) => response.statusCode)).toEqual(streams.map(() => 200))
  expect((await opened(url)).response.statusCode).toBe(429)
  streams[0]?.response.destroy()
  await expect.poll(async () => (await opened(url)).response.statusCode, patience).toBe(200)
})

test('a stopping server ends its streams, including those without a reader', async () => {
  const me = await app.signUp()
  const { url, port, subscribed, close } = await streaming(me, { heartbeatMs: 60_000 })
  await sleeping(port)
  const open = await opened(url)
  await expect.poll(subscribed, patience).toBe(2)
  const ended = once(open.response, 'end')
  await close()
  await ended
  expect(subscribed()).toBe(0)
})
