import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { apiPrefix, callerOf, type HttpServices } from './http.ts'
import { refuse } from './refusal.ts'

const heartbeatMs = 20_000

/**
 * `GET /api/v1/events`: an open stream of `changed` events, each with the nouns that a commit of the organisation changed.
 * Session and membership are checked when it opens and at every heartbeat; the stream ends when either is gone.
 */
export function mountEventStream(app: FastifyInstance, services: HttpServices): void {
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })

  app.get(`${apiPrefix}/events`, async (request, reply) => {
    const caller = await callerOf(services, request)
    const mayListen = async () => {
      const { role } = await services.db.transaction(caller, (tx) =>
        tx.one(sql<{ role: string | null }>`
          select app.access_check(${caller.user_id}, ${caller.session_id}, ${caller.org_id}) as role`),
      )
      return role
    }
    const role = await mayListen()
    if (role === 'ended') refuse('session_not_found')
    if (role === null) refuse('not_found')

    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('event: ready\ndata: {}\n\n')
    const unsubscribe = services.events.subscribe(caller.org_id, (nouns) => {
      raw.write(`event: changed\ndata: ${JSON.stringify({ nouns })}\n\n`)
    })
    const heartbeat = setInterval(() => {
      mayListen().then(
        (now) => (now === 'ended' || now === null ? raw.end() : raw.write(': still here\n\n')),
        // The database is away: the stream stays, the browser hears of it through its own requests.
        () => raw.write(': waiting for the database\n\n'),
      )
    }, heartbeatMs)
    const end = () => raw.end()
    open.add(end)
    raw.on('close', () => {
      clearInterval(heartbeat)
      unsubscribe()
      open.delete(end)
    })
  })
}
