import type { FastifyInstance } from 'fastify'
import type { Database } from './platform/db.ts'
import { Refusal } from './platform/refusal.ts'
import { sql } from './platform/sql.ts'

/** `/health`: the process responds. `/ready`: its database does, too; otherwise 503. */
export function mountHealth(http: FastifyInstance, db: Database): void {
  http.get('/health', { logLevel: 'warn' }, () => ({ status: 'ok' }))
  http.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    try {
      await db.transaction(null, (tx) => tx.one(sql`select 1 as one`))
      return { status: 'ok' }
    } catch (error) {
      http.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', '1').send(new Refusal('unavailable').body())
    }
  })
}
