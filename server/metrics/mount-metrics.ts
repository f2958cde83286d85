import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { bearerTokenOf } from '../platform/caller.ts'
import type { Database } from '../platform/db.ts'
import type { Groups } from '../platform/groups.ts'
import { refuse } from '../platform/refusal.ts'
import { measureDatabase } from './database-metrics.ts'
import { measureConnections, measureDisk, measureGroups } from './process-metrics.ts'
import { measureRequests } from './request-metrics.ts'

type Measured = { token: string; db: Database; groups: Groups | undefined; dataDir: string }

/**
 * Serves the server's figures at `/metrics`, in the text format of Prometheus, to callers with the token. Nothing in
 * them is about one organization or person (docs/decisions/0890). Measures every route that is mounted after it;
 * `refusedEarly` is called for requests that are refused before the router.
 */
export function mountMetrics(
  http: FastifyInstance,
  { token, db, groups, dataDir }: Measured,
): { refusedEarly: () => void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = measureRequests(http, registry)
  measureConnections(registry, db)
  measureDisk(registry, dataDir)
  if (groups) measureGroups(registry, groups)
  const readDatabase = measureDatabase(registry, db, http.log)
  const isToken = comparesWith(token)

  http.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const given = bearerTokenOf(request.headers)
    if (given === undefined || !isToken(given))
      refuse('no_authorization', undefined, 'Send METRICS_TOKEN as a bearer token.')
    await readDatabase()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
  return requests
}

/** Compares texts in a time that depends on neither: their hashes have the same length. */
function comparesWith(secret: string): (text: string) => boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  const expected = hashOf(secret)
  return (text) => timingSafeEqual(hashOf(text), expected)
}
