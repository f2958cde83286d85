import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

const lookMs = 50

/**
 * How a server stops. As long as it has connections, but at most for `drainMs`, it works as before, but says that it
 * isn't ready and ends each connection with its next response: a proxy that was about to use a kept connection would
 * otherwise find it closed, and can't know whether its request was carried out. Then it accepts no more connections,
 * open requests finish, and those that begin meanwhile are asked to retry.
 *
 * Must be called before other hooks of the close are added, and the returned function after all of them.
 */
export function stopGently(http: FastifyInstance, drainMs: number): () => void {
  let phase: 'running' | 'draining' | 'stopping' = 'running'
  http.addHook('preClose', async () => {
    phase = 'draining'
    const until = performance.now() + drainMs
    while (performance.now() < until && (await hasConnections(http))) await sleep(lookMs)
  })
  http.addHook('onRequest', async ({ url }) => {
    if (phase === 'stopping' || (phase === 'draining' && url === '/ready'))
      refuse('unavailable', undefined, 'Onhand is restarting or stopping. Try again in a moment.')
  })
  http.addHook('onSend', async (_request, reply) => {
    if (phase !== 'running') reply.header('connection', 'close')
  })
  return () =>
    http.addHook('preClose', async () => {
      // Reads the requests that have arrived on connections that count as unused: these are closed next.
      await nextIteration()
      await nextIteration()
      phase = 'stopping'
    })
}

function hasConnections(http: FastifyInstance): Promise<boolean> {
  return new Promise((resolve) => {
    http.server.getConnections((error, count) => resolve(error === null && count > 0))
  })
}
