import { randomUUID } from 'node:crypto'
import { httpStream, loadStreams, streamOf } from '../load/load.ts'
import type { HttpRequest, Stream } from '../load/plan.ts'
import { percentilesOf } from '../kit/percentiles.ts'
import { signUp, type Person } from '../kit/person.ts'
import { posting } from '../load/posting.ts'
import { type Measured, withProcessorTime } from '../kit/processor-time.ts'
import { seedProducts, type Seeded } from '../kit/seed.ts'
import type { BenchServer } from '../kit/server.ts'

const products = 1_000
const password = 'correct horse 42'
const people = 32
const signInClients = 4
const refreshClients = 16
/** The target: this many sign-ins a second while postings continue. */
const signInsBeside = 8
const rounds = 3

type Times = { p50Ms: number; p99Ms: number }

export type SignInRates = {
  signIn: Measured & Times & { perSecond: number }
  refresh: Measured & Times & { perSecond: number }
  /** Postings at half of the server's maximum, in an open loop: alone, and together with sign-ins. */
  postings: { perSecond: number; alone: Times; beside: Times; signedInPerSecond: number }
}

/**
 * Sign-ins with a password and refreshes per second, and the effect of sign-ins on postings. The postings use an open
 * loop: each is timed from when it was due, so a stalled server counts.
 */
export async function benchSignIns(server: BenchServer, seconds: number): Promise<SignInRates> {
  const person = await signUp(server)
  const seeder = await server.connect()
  const seeded = await seedProducts(seeder, person, products)
  await seeder.end()
  const emails = Array.from({ length: people }, () => `bench-${randomUUID()}@example.com`)
  for (const email of emails) await signUp(server, email)

  const signIns = emails.map((email) => signInOf(email))
  return {
    signIn: await loadStreams(server, [httpStream(server, 'sign-ins', signIns, signInClients)], seconds),
    refresh: await refreshes(server, emails, seconds),
    postings: await beside(server, person, seeded, signIns, seconds),
  }
}

async function beside(
  server: BenchServer,
  person: Person,
  seeded: Seeded,
  signIns: HttpRequest[],
  seconds: number,
): Promise<SignInRates['postings']> {
  const next = () => ({ path: '/api/v1/transactions', body: posting(seeded) })
  const options = { headers: person.headers, method: 'POST', next } as const
  const closed = streamOf(server, 'postings', { ...options, connections: 32 })
  const { perSecond } = await loadStreams(server, [closed], seconds)
  const atHalf = streamOf(server, 'postings', { ...options, connections: 64, perSecond: perSecond / 2 })
  const run = async (...streams: Stream[]) =>
    (await loadStreams(server, streams, seconds)).streams.map(({ result }) => [...result.milliseconds])
  const [alone, together]: [number[], number[]] = [[], []]
  let signedIn = 0
  // Alternating, so that changes in the machine's speed affect both equally.
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await run(atHalf)).flat())
    const [times = [], others = []] = await run(atHalf, httpStream(server, 'sign-ins', signIns, 16, signInsBeside))
    together.push(...times)
    signedIn += others.length
  }
  return {
    perSecond: perSecond / 2,
    alone: percentilesOf(alone),
    beside: percentilesOf(together),
    signedInPerSecond: signedIn / (rounds * seconds),
  }
}

const tokenHeaders = { 'content-type': 'application/json' }

function signInOf(email: string): HttpRequest {
  const path = '/auth/v1/token?grant_type=password'
  return { method: 'POST', path, headers: tokenHeaders, body: JSON.stringify({ email, password }) }
}

type Session = { refresh_token: string }

/**
 * Each client repeatedly refreshes its own session, as a browser does once an hour. It runs in this process, because
 * each request needs the previous response.
 */
async function refreshes(server: BenchServer, emails: readonly string[], seconds: number) {
  const post = async (path: string, body: string) => {
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers: tokenHeaders, body })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Session
  }
  const refresh = ({ refresh_token }: Session) =>
    post('/auth/v1/token?grant_type=refresh_token', JSON.stringify({ refresh_token }))
  const sessions: Session[] = []
  for (const email of emails.slice(0, refreshClients)) {
    const { path, body = '' } = signInOf(email)
    sessions.push(await refresh(await post(path, body)))
  }
  return withProcessorTime(server, async () => {
    const milliseconds: number[] = []
    const begin = performance.now()
    const until = begin + seconds * 1_000
    const client = async (first: Session) => {
      for (let session = first, sent = begin; sent < until;) {
        session = await refresh(session)
        const now = performance.now()
        milliseconds.push(now - sent)
        sent = now
      }
    }
    await Promise.all(sessions.map(client))
    const took = (performance.now() - begin) / 1_000
    return { answers: milliseconds.length, perSecond: milliseconds.length / took, ...percentilesOf(milliseconds) }
  })
}
