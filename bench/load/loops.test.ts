import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { encodeRequest, httpConnection } from './http-connection.ts'
import { closedLoop, openLoop } from './loops.ts'
import { freshId } from './plan.ts'

let server: Server | undefined
afterEach(() => server?.closeAllConnections())
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(null))))

/** A server that responds to each request as configured, and records the requests. */
async function serve(answer: (place: number) => Promise<number>): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  server = createServer(async (request, response) => {
    const place = asked.push('') - 1
    for await (const bytes of request) asked[place] += String(bytes)
    response.statusCode = await answer(place)
    response.end(response.statusCode < 300 ? '{}' : 'too busy')
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, asked }
}

function lanes(port: number, connections: number) {
  const request = encodeRequest(
    { method: 'POST', path: '/', headers: {}, body: JSON.stringify({ id: freshId, of: freshId }) },
    `127.0.0.1:${port}`,
  )
  return {
    name: 'test',
    connections: Array.from({ length: connections }, () => httpConnection('127.0.0.1', port)),
    next: () => request,
  }
}

describe('a closed loop', () => {
  test('keeps each connection busy, with a new id in every request, the same one throughout it', async () => {
    const { port, asked } = await serve(async () => (await sleep(5), 201))
    const { milliseconds, refused } = await closedLoop(lanes(port, 2), 0.5)
    expect(milliseconds.length).toBe(asked.length)
    expect(asked.length).toBeGreaterThan(4)
    expect(refused).toEqual({})
    const ids = asked.flatMap((text) => Object.values(JSON.parse(text) as { id: string; of: string }))
    expect(new Set([...ids, freshId]).size).toBe(asked.length + 1)
  })

  test('counts a refusal separately, without a time', async () => {
    const { port } = await serve(async (place) => (place % 2 === 0 ? 200 : 503))
    const { milliseconds, refused, refusedAt, firstRefusal } = await closedLoop(lanes(port, 1), 0.5)
    expect(refused['503']).toBeGreaterThan(0)
    expect(refusedAt.length).toBe(refused['503'])
    expect(Math.abs(milliseconds.length - refusedAt.length)).toBeLessThanOrEqual(1)
    expect(firstRefusal).toBe('503: too busy')
  })

  test('records a broken connection and ends', async () => {
    const { port } = await serve(async () => 200)
    const broken = lanes(port, 1)
    server?.on('request', (request) => request.socket.destroy())
    const { refused } = await closedLoop(broken, 0.2)
    expect(refused['0']).toBe(1)
  })
})

describe('an open loop', () => {
  test('sends at its rate regardless of answers, and times each request from when it was due', async () => {
    // The first one blocks the only connection for a fifth of a second.
    const { port, asked } = await serve(async (place) => (await sleep(place === 0 ? 200 : 0), 200))
    const { at, milliseconds } = await openLoop(lanes(port, 1), 50, 0.4)
    expect(asked).toHaveLength(20)
    expect([...at].map(Math.round)).toEqual(Array.from({ length: 20 }, (_, n) => n * 20))
    expect(milliseconds[1]).toBeGreaterThan(150)
  })
})
