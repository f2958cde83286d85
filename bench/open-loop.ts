import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'undici'
import type { Seeded } from './seed.ts'

/**
 * Asks `perSecond` times a second whatever the answers do; how long each took from the moment it was due, in
 * milliseconds.
 */
export async function openLoop(perSecond: number, seconds: number, ask: () => Promise<unknown>): Promise<number[]> {
  const begin = performance.now()
  const asked: Promise<number>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begin + (n * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    asked.push(ask().then(() => performance.now() - due))
  }
  return Promise.all(asked)
}

/** Throws on any answer but a success: a refusal is fast. */
export async function request(
  pool: Pool,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await pool.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
  return text
}

/** The body of a one-line posting of one of the products, any of them unless they are chosen. */
export function posting(
  { productIds, location_id }: Seeded,
  choose = () => Math.floor(Math.random() * productIds.length),
): string {
  const product_id = productIds[choose()]
  return JSON.stringify({
    id: randomUUID(),
    product_id,
    type: 'in',
    reason_code: 'other',
    notes: 'bench',
    quantity: 1,
    location_id,
  })
}
