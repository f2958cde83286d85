import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { newServer } from '../support/server.ts'

const products = 1_200
const server = await newServer()
afterAll(() => server.remove())

const rows = {
  products: Array.from({ length: products }, (_, n) => ({
    name: `Product ${n}`,
    sku: `SKU-${n}`,
    stock_quantity: 5,
    category_name: `Category ${n % 7}`,
  })),
  categories: [],
  transactions: Array.from({ length: products }, (_, n) => ({ product_id: `SKU-${n}`, type: 'in', quantity: 2 })),
}

type Answer = { status: number; body: Record<string, unknown> }

async function ask(method: string, path: string, token?: string, body?: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(server.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function signUp(): Promise<string> {
  const { body } = await ask('POST', '/auth/v1/signup', undefined, {
    email: 'faults@example.com',
    password: 'correct horse 42',
  })
  return String(body['access_token'])
}

/** Sends an import and comes back once its stock is being posted; the answer, if one comes at all, is nobody's. */
async function importUntilPosting(token: string): Promise<void> {
  const id = crypto.randomUUID()
  ask('POST', '/api/v1/imports', token, { id, ...rows }).catch(() => undefined)
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    const { body } = await ask('GET', `/api/v1/imports/${id}/progress`, token)
    if (body['phase'] === 'stock' && Number(body['done']) > 0) return
  }
  throw new Error('the import never came to its stock')
}

async function figures(token: string) {
  const { body } = await ask('GET', '/api/v1/dashboard', token)
  return { products: body['products'], units: body['units'], categories: body['categories'] }
}

const nothing = { products: 0, units: 0, categories: 0 }

test(
  'kill -9 of the server, then of PostgreSQL, in the middle of an import leaves nothing; the next one brings all',
  { timeout: 240_000 },
  async () => {
    await server.start()
    const token = await signUp()

    await importUntilPosting(token)
    await server.stop('SIGKILL')
    await server.start()
    expect(await figures(token)).toEqual(nothing)

    await importUntilPosting(token)
    process.kill(
      Number(readFileSync(join(server.dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    )
    await server.stop('SIGKILL')
    await server.start()
    expect(await figures(token)).toEqual(nothing)

    const { status } = await ask('POST', '/api/v1/imports', token, rows)
    expect(status).toBe(201)
    expect(await figures(token)).toEqual({ products, units: 7 * products, categories: 7 })
  },
)
