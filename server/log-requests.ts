import type { FastifyInstance } from 'fastify'
import { withoutSecrets } from './sharing/links.ts'

/** One line per request, without its query string (searches are private). */
export function logRequests(http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request
    const path = withoutSecrets(
      request.routeOptions.url?.includes(':secret') ? request.routeOptions.url : (url.split('?')[0] ?? ''),
    )
    const level = reply.statusCode >= 500 ? 'warn' : 'info'
    const milliseconds = Math.trunc(reply.elapsedTime * 10) / 10
    request.log[level]({ method, path, status: reply.statusCode, milliseconds, ip }, 'request')
  })
}
