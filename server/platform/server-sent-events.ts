import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { reaches } from '../../contract/permissions.ts'
import { isMember } from './access.ts'
import { type Caller, callerOf } from './caller.ts'
import type { AccessChange } from './events.ts'
import type { HttpServices } from './http-services.ts'
import { apiPrefix } from './http.ts'
import { newId } from './ids.ts'
import { forgetStream, openStream, type StreamAccess } from './open-streams.ts'
import { refuse } from './refusal.ts'
import { createStreamChecks, type CheckedStream } from './stream-checks.ts'

type Timing = Readonly<{
  /** How often session and membership are checked. */
  heartbeatMs: number
  /** An ended stream is closed after this, even if its reader doesn't read the rest. */
  endPatienceMs: number
}>

const everyday: Timing = { heartbeatMs: limits.eventHeartbeatSeconds * 1_000, endPatienceMs: 1_000 }

/** Where screens listen for changes. */
export const eventStreamPath = `${apiPrefix}/events`

/**
 * `GET /api/v1/events`: an open stream of `changed` events, each with the nouns that a commit of the organization
 * changed, for everyone or for this person alone. Session and membership are checked when it opens, when the database
 * reports a change, and at every heartbeat. The stream ends, in any process, when the session or the membership does,
 * when the role is lowered, or when a second factor is required that the session lacks. A reader who doesn't read is
 * disconnected (a browser reconnects and refetches). A session, a person and an organization can each have a limited
 * number of streams.
 */
export function mountEventStream(
  app: FastifyInstance,
  services: HttpServices,
  { heartbeatMs, endPatienceMs }: Timing = everyday,
): void {
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
  const forget = forgetter(app, services)
  const checks = createStreamChecks(services.db, heartbeatMs)
  app.addHook('onClose', async () => checks.close())

  app.get(eventStreamPath, { exposeHeadRoute: false }, async (request, reply) => {
    const caller = await callerOf(services, request)
    // Programs poll: a stream is for a person at a screen.
    if (caller.isKey) refuse('forbidden', undefined, 'API keys can’t open an event stream.')
    const id = newId()
    // Listens before the first check, so that a change in between isn't missed.
    let isChanged = false
    let look = (): void => void (isChanged = true)
    const stopListening = services.events.onAccessChange((change) => {
      if (concerns(change, caller)) look()
    })
    const standing = await openStream(services.db, caller, id).catch((error: unknown) => {
      stopListening()
      throw error
    })

    reply.hijack()
    const { raw } = reply
    // A client that left while we queried the database has no stream to close later.
    if (raw.destroyed) {
      stopListening()
      return forget(id)
    }
    begin(reply)
    const unsubscribe = services.events.subscribe(
      caller.org_id,
      (nouns) => write(raw, `event: changed\ndata: ${JSON.stringify({ nouns })}\n\n`),
      caller.user_id,
    )
    const stream: CheckedStream = {
      id,
      caller,
      beat(now) {
        // The database is unavailable: the stream stays, the browser notices through its own requests.
        if (!now) write(raw, ': waiting for the database\n\n')
        else if (mayStay(now, standing)) write(raw, ': still here\n\n')
        else end()
      },
      changed(now) {
        // Something unknown changed: the browser reconnects and is checked again.
        if (!now || !mayStay(now, standing)) end()
      },
    }
    const stopChecking = checks.add(stream)
    look = () => checks.soon(stream)
    // Nothing is written after the end: unread data may keep the response open for a long time.
    const leave = () => {
      stopChecking()
      unsubscribe()
      stopListening()
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
      forget(id)
    })
    if (isChanged) look()
  })
}

/** Records that a closed stream no longer counts; written before the server ends. */
function forgetter(app: FastifyInstance, { db }: HttpServices): (id: string) => void {
  const forgetting = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(forgetting)))
  return (id) => {
    const forgotten = forgetStream(db, id)
      .catch((error: unknown) => app.log.warn({ err: error }, 'a closed stream counts as open for another minute'))
      .finally(() => forgetting.delete(forgotten))
    forgetting.add(forgotten)
  }
}

function begin(reply: FastifyReply): void {
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  write(reply.raw, 'event: ready\ndata: {}\n\n')
}

function concerns(change: AccessChange, { user_id, org_id }: Caller): boolean {
  return (change.user_id ?? user_id) === user_id && (change.org_id ?? org_id) === org_id
}

/** A member whose role was lowered opens another stream, with the current rights. */
function mayStay(now: StreamAccess, opened: StreamAccess): boolean {
  return isMember(now.role) && isMember(opened.role) && reaches(now.role, opened.role) && !now.lacks_second_factor
}

function write(raw: ServerResponse, text: string): void {
  if (raw.writableEnded || raw.destroyed) return
  raw.write(text)
  if (raw.writableLength > limits.eventBytesWaiting) raw.destroy()
}
