import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Gives every request to `handle` before the router, its hooks and the log see it. `proceed` passes it on to them, now
 * or later. The last one to be installed comes first.
 */
export function interceptRequests(
  http: FastifyInstance,
  handle: (request: IncomingMessage, response: ServerResponse, proceed: () => void) => void,
): void {
  const listeners = http.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  http.server.removeAllListeners('request')
  http.server.on('request', (request, response) =>
    handle(request, response, () => {
      for (const listener of listeners) listener(request, response)
    }),
  )
}
