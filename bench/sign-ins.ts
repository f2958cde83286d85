import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { load, percentiles } from './http-load.ts'
import { openLoop, posting, request } from './open-loop.ts'
import { signUp, type Person } from './person.ts'
import { type Measured, withProcessorTime } from './processor-time.ts'
import { seedProducts, type Seeded } from './seed.ts'
import type { BenchServer } from './server.ts'

const products = 1_000
const password = 'correct horse 42'
const people = 32
const signInClients = 4
const refreshClients = 16
/** What is asked for: so many sign-ins a second while postings go on. */
const signInsBeside = 8
const rounds = 3

type Times = { p50Ms: number; p99Ms: number }

export type SignInRates = {
  signIn: Measured & Times & { perSecond: number }
  refresh: Measured & Times & { perSecond: number }
  /** Postings at half of what the server can, by the clock and not by the answers: alone, and beside sign-ins. */
  postings: { perSecond: number; alone: Times; beside: Times; signedInPerSecond: number }
}

/**
 * Sign-ins with a password and refreshes a second, and what sign-ins cost the postings beside them. The postings come
 * in an open loop: each is timed from the moment it was due, so a server that stands still is not excused.
 */
export async function benchSignIns(server: BenchServer, seconds: number): Promise<SignInRates> {
  const person = await signUp(server)
  const seeder = await server.connect()
  const seeded = await seedProducts(seeder, person, products)
  await seeder.end()
  const emails = Array.from({ length: people }, () => `bench-${randomUUID()}@example.com`)
  for (const email of emails) await signUp(server, email)

  const pool = new Pool(server.url, { connections: 64 })
  try {
    await closedLoop(signInClients, 1, () => signIn(pool, emails))
    const signedIn = await withProcessorTime(server, () =>
      closedLoop(signInClients, seconds, () => signIn(pool, emails)),
    )
    const refreshed = await refreshes(server, pool, emails, seconds)
    return {
      signIn: signedIn,
      refresh: refreshed,
      postings: await beside(server, pool, person, seeded, emails, seconds),
    }
  } finally {
    await pool.close()
  }
}

async function beside(
  server: BenchServer,
  pool: Pool,
  person: Person,
  seeded: Seeded,
  emails: string[],
  seconds: number,
): Promise<SignInRates['postings']> {
  const next = () => ({ path: '/api/v1/transactions', body: posting(seeded) })
  const closed = { headers: person.headers, method: 'POST', connections: 32, next } as const
  await load(server, { ...closed, seconds: 1 })
  const { perSecond } = await load(server, { ...closed, seconds })
  const post = async () => {
    await request(pool, '/api/v1/transactions', posting(seeded), person.headers)
  }
  const [alone, together]: [number[], number[]] = [[], []]
  let signedIn = 0
  // In turns, so that a machine that changes its speed changes it for both.
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await openLoop(perSecond / 2, seconds, post)))
    const [times, signIns] = await Promise.all([
      openLoop(perSecond / 2, seconds, post),
      openLoop(signInsBeside, seconds, () => signIn(pool, emails)),
    ])
    together.push(...times)
    signedIn += signIns.length
  }
  return {
    perSecond: perSecond / 2,
    alone: percentiles(alone),
    beside: percentiles(together),
    signedInPerSecond: signedIn / (rounds * seconds),
  }
}

async function signIn(pool: Pool, emails: readonly string[]): Promise<Session> {
  const email = emails[Math.floor(Math.random() * emails.length)]
  return JSON.parse(
    await request(pool, '/auth/v1/token?grant_type=password', JSON.stringify({ email, password })),
  ) as Session
}

type Session = { refresh_token: string }

/** Each client refreshes a session of its own, again and again, as a browser does once an hour. */
async function refreshes(server: BenchServer, pool: Pool, emails: string[], seconds: number) {
  const sessions = await Promise.all(Array.from({ length: refreshClients }, () => signIn(pool, emails)))
  const refresh = async (client: number) => {
    const { refresh_token } = sessions[client] ?? { refresh_token: '' }
    const answer = await request(pool, '/auth/v1/token?grant_type=refresh_token', JSON.stringify({ refresh_token }))
    sessions[client] = JSON.parse(answer) as Session
  }
  await closedLoop(refreshClients, 1, refresh)
  return withProcessorTime(server, () => closedLoop(refreshClients, seconds, refresh))
}

/** Each of `clients` asks again as soon as it was answered. */
async function closedLoop(clients: number, seconds: number, ask: (client: number) => Promise<unknown>) {
  const milliseconds: number[] = []
  const begin = performance.now()
  const until = begin + seconds * 1_000
  const one = async (client: number) => {
    while (performance.now() < until) {
      const sent = performance.now()
      await ask(client)
      milliseconds.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => one(client)))
  const took = (performance.now() - begin) / 1_000
  return { answers: milliseconds.length, perSecond: milliseconds.length / took, ...percentiles(milliseconds) }
}
