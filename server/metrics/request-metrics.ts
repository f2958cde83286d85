import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { eventStreamPath } from '../platform/server-sent-events.ts'

/** Seconds. Most requests take milliseconds; imports and long reports take seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Counts and times the requests of every route that is mounted after it, by the route's pattern: addresses contain
 * ids. Event streams are left out: how long a screen was open isn't how long it waited.
 */
export function measureRequests(http: FastifyInstance, registry: Registry): { refusedEarly: () => void } {
  const registers = [registry]
  const requests = new Counter({
    name: 'onhand_http_requests_total',
    help: 'Responses by route and status class.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'onhand_http_request_seconds',
    help: 'From the start of a request to the end of its response, in seconds.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const unavailable = new Counter({
    name: 'onhand_http_unavailable_total',
    help: 'Responses with 503, including those before the router, which no route counts.',
    registers,
  })
  const faults = new Counter({
    name: 'onhand_http_faults_total',
    help: 'Responses with 500: each has an error in the log.',
    registers,
  })
  const full = new Counter({
    name: 'onhand_http_storage_full_total',
    help: 'Responses with 507: the database has no space to write.',
    registers,
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = patternOf(routeOptions.url)
    if (route === eventStreamPath) return done()
    requests.inc({ method, route, status: `${Math.trunc(reply.statusCode / 100)}xx` })
    seconds.observe({ method, route }, reply.elapsedTime / 1_000)
    if (reply.statusCode === 503) unavailable.inc()
    if (reply.statusCode === 500) faults.inc()
    if (reply.statusCode === 507) full.inc()
    done()
  })
  return { refusedEarly: () => unavailable.inc() }
}

/** Each file of the web app has a route of its own, with another name in every build. */
function patternOf(url = 'none'): string {
  return url.startsWith('/assets/') ? '/assets/*' : url
}
