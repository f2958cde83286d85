import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { accessCheck, isMember, requireMember, type AccessRole } from './access.ts'
import type { Database } from './db.ts'
import { apiPrefix, type Caller, callerOf, type HttpServices } from './http.ts'
import { refuse } from './refusal.ts'

type Timing = Readonly<{
  /** How often session and membership are looked at. */
  heartbeatMs: number
  /** A stream that was ended is closed after this also where its reader does not take what is left. */
  endPatienceMs: number
}>

const everyday: Timing = { heartbeatMs: limits.eventHeartbeatSeconds * 1_000, endPatienceMs: 1_000 }

/**
 * `GET /api/v1/events`: an open stream of `changed` events, each with the nouns that a commit of the organisation changed.
 * Session and membership are checked when it opens and at every heartbeat; the stream ends when either is gone. A reader who does not read is
 * cut off (a browser comes back and refetches), and one session holds only so many streams: too_many_requests.
 */
export function mountEventStream(
  app: FastifyInstance,
  services: HttpServices,
  { heartbeatMs, endPatienceMs }: Timing = everyday,
): void {
  const open = new Set<() => void>()
  const streamsOf = new Map<string, number>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })

  app.get(`${apiPrefix}/events`, { exposeHeadRoute: false }, async (request, reply) => {
    const caller = await callerOf(services, request)
    // Programs poll: a stream is for a person who looks at a screen.
    if (caller.isKey) refuse('forbidden', undefined, 'An API key opens no stream of events.')
    const role = await roleOf(services.db, caller)
    requireMember(role)
    if ((streamsOf.get(caller.session_id) ?? 0) >= limits.eventStreamsPerSession) refuse('too_many_requests')

    reply.hijack()
    const { raw } = reply
    // Whoever went while we asked the database has no stream to be closed later.
    if (raw.destroyed) return
    count(streamsOf, caller.session_id, 1)
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    write(raw, 'event: ready\ndata: {}\n\n')
    const unsubscribe = services.events.subscribe(caller.org_id, (nouns) =>
      write(raw, `event: changed\ndata: ${JSON.stringify({ nouns })}\n\n`),
    )
    const heartbeat = setInterval(() => {
      roleOf(services.db, caller).then(
        (now) => (isMember(now) ? write(raw, ': still here\n\n') : end()),
        // The database is away: the stream stays, the browser hears of it through its own requests.
        () => write(raw, ': waiting for the database\n\n'),
      )
    }, heartbeatMs)
    // Nothing is written after the end: what the reader has not taken yet may keep the response open for long.
    const leave = () => {
      clearInterval(heartbeat)
      unsubscribe()
      open.delete(end)
    }
    const end = () => {
      leave()
      raw.end()
      setTimeout(() => raw.destroy(), endPatienceMs).unref()
    }
    open.add(end)
    raw.on('close', () => {
      leave()
      count(streamsOf, caller.session_id, -1)
    })
  })
}

/** The caller's role now. */
async function roleOf(db: Database, caller: Caller): Promise<AccessRole> {
  const { role } = await db.transaction(caller, (tx) =>
    tx.one(sql<{ role: AccessRole }>`select role from ${accessCheck(caller, caller.org_id)}`),
  )
  return role
}

function write(raw: ServerResponse, text: string): void {
  if (raw.writableEnded || raw.destroyed) return
  raw.write(text)
  if (raw.writableLength > limits.eventBytesWaiting) raw.destroy()
}

function count(streamsOf: Map<string, number>, session_id: string, change: 1 | -1): void {
  const streams = (streamsOf.get(session_id) ?? 0) + change
  if (streams === 0) streamsOf.delete(session_id)
  else streamsOf.set(session_id, streams)
}
