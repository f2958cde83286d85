import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'

// Without the plugin of the same name, which reads all of these options again for every request.
const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // The web app's page adds a nonce for the style elements created at runtime (web-app.ts).
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  // Browsers respect it only over TLS; a server behind a proxy with TLS sends it.
  strictTransportSecurity: { maxAge: 31_536_000 },
  crossOriginEmbedderPolicy: false,
})

/**
 * The headers of every response: no third-party code runs, no page is framed, and no address is sent to other sites.
 */
export function securityHeaders(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, done as () => void))
}

/** The same for the response to a request that the router refuses, for which no hook runs. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  setHeaders(request.raw, reply.raw, (error) => {
    if (error) throw error
  })
}
