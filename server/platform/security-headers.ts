import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import { IncomingMessage, ServerResponse } from './node-http.ts'

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

/** What pages may use of the device: nothing. The web app's page allows its own camera (web-page.ts). */
const devices = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']

/**
 * The headers of every response: no third-party code runs, no page is framed, no address is sent to other sites,
 * and no device is used.
 * Made once: they are the same for every request, for which Helmet would put them together again.
 */
export const securityHeaderList: readonly (readonly [string, string])[] = made()

function made(): [string, string][] {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  setHeaders(response.req, response, (error) => {
    if (error) throw error
  })
  response.setHeader('permissions-policy', devices.map((device) => `${device}=()`).join(', '))
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))])
}

/** Sets them on every response that a route or its hooks send. */
export function securityHeaders(http: FastifyInstance): void {
  http.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply)
    done()
  })
}

/** Sets them on the response to a request that the router refuses, for which no hook runs. */
export function setSecurityHeaders({ raw }: FastifyReply): void {
  for (const [name, value] of securityHeaderList) raw.setHeader(name, value)
}
