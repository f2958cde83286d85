import type { FastifyInstance } from 'fastify'

/**
 * Warns once if a request names its client (`X-Forwarded-For`) but doesn't come from one of `TRUSTED_PROXIES`: behind a
 * proxy that isn't named there, all clients would share the proxy's rate limits. Any client can send that header, so it
 * is only a hint.
 */
export function warnAboutProxy(http: FastifyInstance): void {
  let hasWarned = false
  http.addHook('onRequest', (request, _reply, done) => {
    // Fastify lists the addresses up to the first one that isn't trusted, beginning with the connection's.
    const isIgnored = (request.ips?.length ?? 1) < 2
    if (!hasWarned && isIgnored && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      request.log.warn(
        { peer: request.socket.remoteAddress },
        'X-Forwarded-For was ignored, because this address isn’t in TRUSTED_PROXIES: add it if it is your proxy',
      )
    }
    done()
  })
}
